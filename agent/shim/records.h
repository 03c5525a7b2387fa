// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The files of an attempt's folder as bytes (RECORDS.md is the specification). Used by the guard and by who starts it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "common/base/launcher.h"

namespace apollo::shim {

// Written and synced before the command is started: from then on it may have had effects.
struct StartRecord {
    std::int64_t pid = 0;            // of the guard
    std::uint64_t start_ticks = 0;   // field 22 of /proc/PID/stat: pid and ticks name one process of one boot
    std::string boot_id;
    WallTime started_at;
    friend bool operator==(const StartRecord&, const StartRecord&) = default;
};

// The folder of the spec is where the file lies and is not part of it.
std::string encode(const LaunchSpec& spec);
std::string encode(const StartRecord& record);
std::string encode(const ExitRecord& record);

// nullopt for anything that is cut, of another kind, or holds a field twice or wrongly.
std::optional<LaunchSpec> decode_spec(std::string_view bytes);
std::optional<StartRecord> decode_start(std::string_view bytes);
std::optional<ExitRecord> decode_exit(std::string_view bytes);

}  // namespace apollo::shim
