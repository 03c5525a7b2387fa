// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Whose the records inside unreadable bytes were, as far as it can be proven.
#pragma once

#include <vector>

#include "common/eventlog/log_writer.h"

namespace apollo::eventlog {

// Bytes looked at to prove owners inside one damaged region.
inline constexpr std::uint64_t proof_limit_bytes = 4ull << 20;

// `bytes` begin where a record began and end where the next readable one begins; `count` records are missing there.
// Gives the owners of the first ones, in order, until one cannot be proven.
std::vector<std::uint32_t> prove_owners(ByteView bytes, std::uint32_t seed, std::uint64_t count,
                                        const LogWriter::OwnerOfBody& owner_of_body);

}  // namespace apollo::eventlog
