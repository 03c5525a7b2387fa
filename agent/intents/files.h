// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Files that intents put in place: whole or not at all, durable when the call returns.
#pragma once

#include <sys/types.h>

#include <string>

#include "common/base/result.h"

namespace apollo::agent {

// Replaces the file by these bytes.
Status replace_file(const std::string& path, const std::string& content, mode_t mode);
// Replaces `to` by a copy of the regular file `from`.
Status install_copy(const std::string& from, const std::string& to, mode_t mode);

// Lower-case hex of a file's content, read piece by piece; its size, too, if wanted.
Result<std::string> sha256_of_file(const std::string& path, std::uint64_t* size_bytes = nullptr);
// 64 lower-case hex digits.
bool is_sha256(const std::string& text);

}  // namespace apollo::agent
