// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/intents/service.h"

#include <poll.h>

#include <algorithm>
#include <cctype>

#include "agent/intents/tool.h"
#include "common/base/bytes.h"

namespace apollo::agent {

namespace {

constexpr std::int64_t tool_limit_ms = 120000;
constexpr int look_again_ms = 200;

bool is_unit_name(const std::string& name) {
    const auto fits = [](unsigned char c) { return std::isalnum(c) != 0 || c == ':' || c == '-' || c == '_' || c == '.' || c == '@' || c == '\\'; };
    return !name.empty() && name.size() <= 255 && name.front() != '-' && std::all_of(name.begin(), name.end(), fits);
}

}  // namespace

Result<Service> Service::of(const std::string& name) {
    if (!is_unit_name(name)) return Error{ErrorKind::BadInput, "'" + name + "' is no name of a systemd unit"};
    return Service(name.find('.') == std::string::npos ? name + ".service" : name);
}

Result<bool> Service::is_active() const {
    const auto said = run_tool({"systemctl", "is-active", "--quiet", m_unit}, tool_limit_ms);
    if (!said) return said.error();
    return said->exit_code == 0;
}

Result<bool> Service::is_enabled() const {
    const auto said = run_tool({"systemctl", "is-enabled", "--quiet", m_unit}, tool_limit_ms);
    if (!said) return said.error();
    return said->exit_code == 0;
}

Status Service::change(const std::string& verb) const {
    const auto done = run_tool({"systemctl", verb, m_unit}, tool_limit_ms);
    if (!done) return done.error();
    if (done->exit_code == 0) return success();
    // 5: systemctl does not know the unit. 4: not allowed.
    const ErrorKind kind = done->exit_code == 5 ? ErrorKind::NotFound : done->exit_code == 4 ? ErrorKind::NotAllowed : ErrorKind::Io;
    std::string said = truncate_utf8(to_valid_utf8(done->output), 300);
    while (!said.empty() && said.back() == '\n') said.pop_back();
    return Error{kind, "systemctl " + verb + " " + m_unit + " failed: " + (said.empty() ? "exit code " + std::to_string(done->exit_code) : said)};
}

Result<bool> Service::settles(std::int64_t settle_ms) const {
    for (std::int64_t waited_ms = 0;; waited_ms += look_again_ms) {
        const auto active = is_active();
        if (!active || !*active || waited_ms >= settle_ms) return active;
        ::poll(nullptr, 0, look_again_ms);
    }
}

}  // namespace apollo::agent
