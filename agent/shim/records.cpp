// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/shim/records.h"

#include <charconv>
#include <utility>
#include <vector>

namespace apollo::shim {

namespace {

constexpr std::string_view spec_magic = "apollo-spec 1\n";
constexpr std::string_view start_magic = "apollo-started 1\n";
constexpr std::string_view exit_magic = "apollo-exit 1\n";

void put(std::string& out, std::string_view name, std::string_view value) {
    out.append(name).append(" ").append(std::to_string(value.size())).append(" ").append(value).append("\n");
}

template <typename Int>
void put_number(std::string& out, std::string_view name, Int value) {
    put(out, name, std::to_string(value));
}

template <typename Int>
bool to_number(std::string_view text, Int& value) {
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    return code == std::errc() && end == text.data() + text.size() && !text.empty();
}

using Fields = std::vector<std::pair<std::string_view, std::string_view>>;

// All fields before the closing "end"; nullopt when the bytes are not exactly one whole record.
std::optional<Fields> split(std::string_view bytes, std::string_view magic) {
    if (!bytes.starts_with(magic)) return std::nullopt;
    bytes.remove_prefix(magic.size());
    Fields fields;
    while (true) {
        const auto name_end = bytes.find(' ');
        if (name_end == std::string_view::npos) return std::nullopt;
        const auto size_end = bytes.find(' ', name_end + 1);
        if (size_end == std::string_view::npos) return std::nullopt;
        std::size_t size = 0;
        if (!to_number(bytes.substr(name_end + 1, size_end - name_end - 1), size)) return std::nullopt;
        const auto name = bytes.substr(0, name_end);
        bytes.remove_prefix(size_end + 1);
        if (size >= bytes.size() || bytes[size] != '\n') return std::nullopt;
        const auto value = bytes.substr(0, size);
        bytes.remove_prefix(size + 1);
        if (name == "end") return bytes.empty() && size == 0 ? std::optional(fields) : std::nullopt;
        fields.emplace_back(name, value);
    }
}

std::optional<std::string_view> find(const Fields& fields, std::string_view name) {
    std::optional<std::string_view> found;
    for (const auto& [field, value] : fields) {
        if (field != name) continue;
        if (found) return std::nullopt;
        found = value;
    }
    return found;
}

template <typename Int>
bool find_number(const Fields& fields, std::string_view name, Int& value) {
    const auto text = find(fields, name);
    return text && to_number(*text, value);
}

bool find_flag(const Fields& fields, std::string_view name, bool& value) {
    int number = 0;
    if (!find_number(fields, name, number) || number < 0 || number > 1) return false;
    value = number == 1;
    return true;
}

constexpr std::pair<ExitRecord::How, std::string_view> how_names[] = {
    {ExitRecord::How::Exited, "exited"},       {ExitRecord::How::Signaled, "signaled"},
    {ExitRecord::How::TimedOut, "timed-out"},  {ExitRecord::How::Cancelled, "cancelled"},
    {ExitRecord::How::CouldNotStart, "could-not-start"}, {ExitRecord::How::Lost, "lost"},
};

// Written only where there is a limit.
constexpr std::pair<std::string_view, std::int64_t ResourceLimits::*> limit_names[] = {
    {"limit_cpu_s", &ResourceLimits::cpu_seconds},
    {"limit_memory_bytes", &ResourceLimits::memory_bytes},
    {"limit_file_bytes", &ResourceLimits::file_size_bytes},
    {"limit_open_files", &ResourceLimits::open_files},
};

}  // namespace

std::string encode(const LaunchSpec& spec) {
    std::string out(spec_magic);
    for (const auto& argument : spec.argv) put(out, "arg", argument);
    for (const auto& [name, value] : spec.environment) put(out, "env", name + "=" + value);
    put(out, "cwd", spec.working_folder);
    put_number(out, "timeout_ms", spec.timeout_ms);
    put_number(out, "grace_ms", spec.grace_ms);
    put_number(out, "output_limit_bytes", spec.output_limit_bytes);
    for (const auto& [name, member] : limit_names) {
        if (spec.limits.*member > 0) put_number(out, name, spec.limits.*member);
    }
    if (!spec.control_group.empty()) put(out, "control_group", spec.control_group);
    put(out, "end", "");
    return out;
}

std::string encode(const StartRecord& record) {
    std::string out(start_magic);
    put_number(out, "pid", record.pid);
    put_number(out, "start_ticks", record.start_ticks);
    put(out, "boot_id", record.boot_id);
    put_number(out, "started_at_ms", record.started_at.ms);
    put(out, "end", "");
    return out;
}

std::string encode(const ExitRecord& record) {
    std::string out(exit_magic);
    for (const auto& [how, name] : how_names) {
        if (how == record.how) put(out, "how", name);
    }
    put_number(out, "exit_code", record.exit_code);
    put_number(out, "signal", record.signal_number);
    put_number(out, "killed", record.killed ? 1 : 0);
    put_number(out, "output_truncated", record.output_truncated ? 1 : 0);
    put(out, "message", record.message);
    put_number(out, "started_at_ms", record.started_at.ms);
    put_number(out, "ended_at_ms", record.ended_at.ms);
    put(out, "end", "");
    return out;
}

std::optional<LaunchSpec> decode_spec(std::string_view bytes) {
    const auto fields = split(bytes, spec_magic);
    if (!fields) return std::nullopt;
    LaunchSpec spec;
    for (const auto& [name, value] : *fields) {
        if (name == "arg") spec.argv.emplace_back(value);
        if (name != "env") continue;
        const auto equals = value.find('=');
        if (equals == std::string_view::npos || equals == 0) return std::nullopt;
        spec.environment.emplace_back(value.substr(0, equals), value.substr(equals + 1));
    }
    const auto cwd = find(*fields, "cwd");
    const bool whole = cwd && find_number(*fields, "timeout_ms", spec.timeout_ms) &&
                       find_number(*fields, "grace_ms", spec.grace_ms) &&
                       find_number(*fields, "output_limit_bytes", spec.output_limit_bytes);
    if (!whole || spec.argv.empty()) return std::nullopt;
    for (const auto& [name, member] : limit_names) {
        if (find(*fields, name) && (!find_number(*fields, name, spec.limits.*member) || spec.limits.*member <= 0)) return std::nullopt;
    }
    spec.working_folder = *cwd;
    if (const auto group = find(*fields, "control_group")) spec.control_group = *group;
    return spec;
}

std::optional<StartRecord> decode_start(std::string_view bytes) {
    const auto fields = split(bytes, start_magic);
    if (!fields) return std::nullopt;
    StartRecord record;
    const auto boot_id = find(*fields, "boot_id");
    const bool whole = boot_id && find_number(*fields, "pid", record.pid) &&
                       find_number(*fields, "start_ticks", record.start_ticks) &&
                       find_number(*fields, "started_at_ms", record.started_at.ms);
    if (!whole || record.pid <= 1) return std::nullopt;
    record.boot_id = *boot_id;
    return record;
}

std::optional<ExitRecord> decode_exit(std::string_view bytes) {
    const auto fields = split(bytes, exit_magic);
    if (!fields) return std::nullopt;
    ExitRecord record;
    const auto how = find(*fields, "how");
    const auto message = find(*fields, "message");
    bool known = false;
    for (const auto& [value, name] : how_names) {
        if (!how || *how != name) continue;
        record.how = value;
        known = true;
    }
    const bool whole = known && message && find_number(*fields, "exit_code", record.exit_code) &&
                       find_number(*fields, "signal", record.signal_number) &&
                       find_flag(*fields, "killed", record.killed) &&
                       find_flag(*fields, "output_truncated", record.output_truncated) &&
                       find_number(*fields, "started_at_ms", record.started_at.ms) &&
                       find_number(*fields, "ended_at_ms", record.ended_at.ms);
    if (!whole) return std::nullopt;
    record.message = *message;
    return record;
}

}  // namespace apollo::shim
