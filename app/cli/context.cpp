// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/context.h"

#include <QDateTime>
#include <cstdio>

#include "common/base/folder_lock.h"
#include "common/base/host.h"

namespace apollo::cli {

int exit_code_of(const Error& error) {
    switch (error.kind) {
        case ErrorKind::BadInput: return exit_bad_input;
        case ErrorKind::Unreachable: return exit_unreachable;
        case ErrorKind::NotAllowed: return exit_not_allowed;
        default: return exit_no;
    }
}

std::string Context::data_folder() const {
    if (m_options.has("data")) return m_options.value("data");
    return personal_data_folder() + "/apollo";
}

Result<client::LocalAccess> Context::access() const {
    if (m_options.has("profile")) return client::find_profile(m_options.value("profile"), m_options.value("connect"));
    auto access = client::find_local_orchestrator(data_folder());
    if (!access || !m_options.has("connect")) return access;
    auto address = transport::server_address_from_text(m_options.value("connect"));
    if (!address) return address.error();
    access->address = *address;
    return access;
}

Result<api::Session> Context::session() {
    if (m_session) return *m_session;
    auto access = this->access();
    if (!access) return access.error();
    m_session = client::make_remote_session(access->address, access->credentials);
    return *m_session;
}

bool Context::orchestrator_runs() const {
    if (m_options.has("profile") || m_options.has("connect")) return true;  // whoever names one wants that one
    return FolderLock::is_held(data_folder() + "/run/lock") && client::find_local_orchestrator(data_folder()).ok();
}

Result<std::string> Context::required(const std::string& name) const {
    if (!m_options.has(name) || m_options.value(name).empty()) return Error{ErrorKind::BadInput, "--" + name + " is missing"};
    return m_options.value(name);
}

void print(const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fputc('\n', stdout);
    std::fflush(stdout);
}

void print_json(const Json& document) { print(document.dump(-1, ' ', false, Json::error_handler_t::replace)); }

int fail(int code, const std::string& text) {
    std::fprintf(stderr, "apollo-cli: %s\n", text.c_str());
    return code;
}

Error no_such_task(const std::string& id) { return {ErrorKind::NotFound, "there is no task " + id + "; see: apollo-cli task list"}; }

int fail(const Error& error) { return fail(exit_code_of(error), error.message); }

namespace {

// Characters, not bytes; wide ones (CJK) count twice.
std::size_t display_width(const std::string& text) {
    std::size_t width = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if ((byte & 0xC0) == 0x80) continue;
        width += byte >= 0xE3 && byte <= 0xED ? 2 : 1;
    }
    return width;
}

// What people and steps wrote must not steer the terminal, nor break a line.
std::vector<std::string> without_control(std::vector<std::string> row) {
    for (std::string& cell : row) {
        for (char& c : cell) c = static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
    }
    return row;
}

void widen(std::vector<std::size_t>& widths, const std::vector<std::string>& row) {
    widths.resize(std::max(widths.size(), row.size()), 0);
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], display_width(row[i]));
}

}  // namespace

void print_row(const std::vector<std::string>& row, std::vector<std::size_t>& widths) {
    widen(widths, row);
    const std::vector<std::string> cells = without_control(row);
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
        line += cells[i];
        if (i + 1 < row.size()) line.append(widths[i] - display_width(row[i]) + 2, ' ');
    }
    print(line);
}

void print_table(const std::vector<std::vector<std::string>>& rows) {
    std::vector<std::size_t> widths;
    for (const auto& row : rows) widen(widths, row);
    for (const auto& row : rows) print_row(row, widths);
}

Json time_json(WallTime time) { return time.known() ? Json(to_rfc3339(time)) : Json(nullptr); }

std::string counted(std::size_t count, const std::string& what) { return std::to_string(count) + " " + what + (count == 1 ? "" : "s"); }

std::string time_text(WallTime time) {
    if (!time.known()) return "—";
    return QDateTime::fromMSecsSinceEpoch(time.ms).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")).toStdString();
}

}  // namespace apollo::cli
