// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A closed segment, compressed: the same bytes as zstd frames of 1 MiB each, behind them the table of the seekable format
// (facebook/zstd, contrib/seekable_format/zstd_seekable_compression_format.md). `zstd -d` gives the plain segment back.
//
// Reading unpacks one frame at a time. A frame that is hurt reads as zeros, so that what is before and behind it stays readable
// and the log's own checks name what is missing.
#pragma once

#include <memory>

#include "common/base/disk.h"

namespace apollo::eventlog {

// `file` is a packed segment. Only reading is possible. Damaged: neither table nor frames can be made out.
Result<std::unique_ptr<File>> open_packed(std::unique_ptr<File> file);

// Writes the packed form of `from` to `to` and syncs it; Damaged if it does not read back as the same bytes.
Status pack(Disk& disk, const std::string& from, const std::string& to);

}  // namespace apollo::eventlog
