// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// gzip (RFC 1952) by zlib.
#pragma once

#include <string>
#include <string_view>

#include "common/base/result.h"

namespace apollo::interchange {

constexpr std::size_t unpacked_limit_bytes = 256u << 20;  // of what is imported

bool is_gzip(std::string_view bytes);
// BadInput when it is damaged or unpacks to more than `limit_bytes`.
Result<std::string> gunzip(std::string_view bytes, std::size_t limit_bytes);

}  // namespace apollo::interchange
