// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/intents/service.h"

#include <algorithm>
#include <cctype>

#include "agent/intents/tool.h"
#include "common/base/bytes.h"

namespace apollo::agent {

namespace {

constexpr std::int64_t tool_limit_ms = 120000;

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
    const auto said = run_tool({"systemctl", "is-active", "--quiet", m_name}, tool_limit_ms);
    if (!said) return said.error();
    return said->exit_code == 0;
}

Result<bool> Service::is_enabled() const {
    const auto said = run_tool({"systemctl", "is-enabled", "--quiet", m_name}, tool_limit_ms);
    if (!said) return said.error();
    return said->exit_code == 0;
}

Status Service::change(const std::string& verb) const {
    const auto done = run_tool({"systemctl", verb, m_name}, tool_limit_ms);
    if (!done) return done.error();
    if (done->exit_code == 0) return success();
    // 5: systemctl does not know the unit. 4: not allowed.
    const ErrorKind kind = done->exit_code == 5 ? ErrorKind::NotFound : done->exit_code == 4 ? ErrorKind::NotAllowed : ErrorKind::Io;
    std::string said = truncate_utf8(to_valid_utf8(done->output), 300);
    while (!said.empty() && said.back() == '\n') said.pop_back();
    return Error{kind, "systemctl " + verb + " " + m_name + " failed: " + (said.empty() ? "exit code " + std::to_string(done->exit_code) : said)};
}

}  // namespace apollo::agent
