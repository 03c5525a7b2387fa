// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// CRC-32C without the processor's instruction, and backwards.
#pragma once

#include <cstdint>

#include "common/base/bytes.h"

namespace apollo::eventlog {

// Same value as crc32c, by tables alone.
std::uint32_t crc32c_portable(ByteView bytes, std::uint32_t seed = 0);

// The seed for which crc32c(bytes, seed) == crc. A CRC loses nothing of its seed, so that what a lost segment header
// contributed to each frame can be worked out from any intact frame.
std::uint32_t crc32c_unwind(ByteView bytes, std::uint32_t crc);

}  // namespace apollo::eventlog
