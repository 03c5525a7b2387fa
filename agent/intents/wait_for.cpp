// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <QNetworkProxy>
#include <QTcpSocket>
#include <algorithm>
#include <charconv>
#include <chrono>
#include <functional>
#include <thread>

#include "agent/intents/builtin.h"
#include "agent/intents/params.h"
#include "agent/intents/tool.h"
#include "common/base/clock.h"
#include "common/base/disk.h"

namespace apollo::agent {

namespace {

constexpr int connect_limit_ms = 5000;

struct Address {
    std::string host;
    std::uint16_t port = 0;
};

Result<Address> address_of(const nlohmann::json& params) {
    const Error bad{ErrorKind::BadInput, "the param 'tcp' must be HOST:PORT"};
    if (!params["tcp"].is_string()) return bad;
    const auto text = params["tcp"].get<std::string>();
    const auto colon = text.rfind(':');
    if (colon == std::string::npos || colon == 0 || colon + 1 == text.size()) return bad;
    Address address{text.substr(0, colon), 0};
    const auto [end, code] = std::from_chars(text.data() + colon + 1, text.data() + text.size(), address.port);
    if (code != std::errc() || end != text.data() + text.size() || address.port == 0) return bad;
    if (address.host.front() == '[' && address.host.back() == ']') address.host = address.host.substr(1, address.host.size() - 2);
    return address;
}

bool accepts(const Address& address) {
    QTcpSocket socket;
    socket.setProxy(QNetworkProxy::NoProxy);
    socket.connectToHost(QString::fromStdString(address.host), address.port);
    return socket.waitForConnected(connect_limit_ms);
}

using Condition = std::function<bool()>;

Result<Condition> command_condition(const nlohmann::json& params) {
    std::vector<std::string> argv;
    if (params["command"].is_array()) {
        for (const auto& word : params["command"]) {
            auto text = plain_text(word, "a word of 'command'");
            if (!text) return text.error();
            argv.push_back(std::move(*text));
        }
    }
    if (argv.empty()) return Error{ErrorKind::BadInput, "the param 'command' must be a list: the program and its arguments"};
    return Condition([argv] {
        const auto done = run_tool(argv, 60000);
        return done.ok() && done->exit_code == 0;
    });
}

Result<Condition> condition_of(const nlohmann::json& params) {
    const int named = int(params.contains("tcp")) + int(params.contains("file")) + int(params.contains("command"));
    if (named != 1) return Error{ErrorKind::BadInput, "wait_for needs exactly one of 'tcp', 'file' and 'command'"};
    if (params.contains("command")) return command_condition(params);
    if (params.contains("file")) {
        const auto path = absolute_path(params, "file");
        if (!path) return path.error();
        return Condition([path = *path] { return SystemDisk().exists(path); });
    }
    const auto address = address_of(params);
    if (!address) return address.error();
    return Condition([address = *address] { return accepts(address); });
}

}  // namespace

Result<nlohmann::json> wait_for(const BuiltinInput& input) {
    const auto condition = condition_of(input.params);
    if (!condition) return condition.error();
    const auto timeout_s = whole_number(input.params, "timeout_s", 60, 0, 30 * 24 * 3600);
    const auto interval_ms = whole_number(input.params, "interval_ms", 1000, 10, 3600 * 1000);
    if (!timeout_s) return timeout_s.error();
    if (!interval_ms) return interval_ms.error();
    const SystemClock clock;
    const std::int64_t begin_ms = clock.now().monotonic.ms;
    const auto waited_ms = [&] { return clock.now().monotonic.ms - begin_ms; };
    for (std::int64_t tries = 1;; ++tries) {
        if ((*condition)()) return nlohmann::json{{"waited_ms", waited_ms()}, {"tries", tries}};
        const std::int64_t left_ms = *timeout_s * 1000 - waited_ms();
        if (left_ms <= 0) return Error{ErrorKind::Timeout, "what was waited for did not come within " + std::to_string(*timeout_s) + " s"};
        std::this_thread::sleep_for(std::chrono::milliseconds(std::min(left_ms, *interval_ms)));
    }
}

}  // namespace apollo::agent
