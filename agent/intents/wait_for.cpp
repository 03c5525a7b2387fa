// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <functional>
#include <memory>

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
    std::string port;
};

Result<Address> address_of(const nlohmann::json& params) {
    const Error bad{ErrorKind::BadInput, "the param 'tcp' must be HOST:PORT"};
    if (!params["tcp"].is_string()) return bad;
    const auto text = params["tcp"].get<std::string>();
    const auto colon = text.rfind(':');
    if (colon == std::string::npos || colon == 0 || colon + 1 == text.size()) return bad;
    Address address{text.substr(0, colon), text.substr(colon + 1)};
    if (address.host.front() == '[' && address.host.back() == ']') address.host = address.host.substr(1, address.host.size() - 2);
    return address;
}

bool can_connect(const addrinfo& to) {
    const int fd = ::socket(to.ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) return false;
    int failed = 0;
    if (::connect(fd, to.ai_addr, to.ai_addrlen) != 0) {
        failed = errno;
        pollfd wanted{fd, POLLOUT, 0};
        socklen_t size = sizeof failed;
        if (failed == EINPROGRESS && ::poll(&wanted, 1, connect_limit_ms) > 0) ::getsockopt(fd, SOL_SOCKET, SO_ERROR, &failed, &size);
    }
    ::close(fd);
    return failed == 0;
}

bool accepts(const Address& address) {
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (::getaddrinfo(address.host.c_str(), address.port.c_str(), &hints, &found) != 0) return false;
    const std::unique_ptr<addrinfo, void (*)(addrinfo*)> owner(found, ::freeaddrinfo);
    for (const addrinfo* one = found; one != nullptr; one = one->ai_next) {
        if (can_connect(*one)) return true;
    }
    return false;
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
        ::poll(nullptr, 0, static_cast<int>(std::min(left_ms, *interval_ms)));
    }
}

}  // namespace apollo::agent
