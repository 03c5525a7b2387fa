// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Files of the machine as intents see and change them, with the system's own reasons when it fails: NotAllowed, NotFound or Io.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>

#include "common/base/result.h"

namespace apollo::agent {

// Gives the next piece of a content; empty at the end.
using NextPiece = std::function<Result<std::string>()>;

// Puts the content in place: whole or not at all, durable when the call returns.
Status place_file(const std::string& path, mode_t mode, const NextPiece& next);

struct FileFacts {
    bool exists = false;
    bool regular = false;
    std::uint64_t size_bytes = 0;
    std::uint64_t identity = 0;  // the same file keeps it when it is renamed
    mode_t mode = 0;             // as kept_mode gives it
};
enum class Links { Follow, Look };
FileFacts look_at(const std::string& path, Links links);
// What the system can keep of a mode. Windows: 0600 (its user, the system and administrators only) when nothing is given to
// others, else 0644 (what the folder says).
mode_t kept_mode(mode_t mode);

Status remove_file(const std::string& path);
// Replaces `to`.
Status move_file(const std::string& from, const std::string& to);

// The path in a file:// address.
std::string path_of_file_address(const std::string& address);

}  // namespace apollo::agent
