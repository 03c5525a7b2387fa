// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// How a private key lies on the disk. Linux: as it is, since the file's mode keeps others out. Windows: sealed by the system for
// this machine (DPAPI), besides the file's list of who may read it; so a copied disk or backup holds no usable key.
#pragma once

#include <string>

#include "common/base/result.h"

namespace apollo::transport {

Result<std::string> protect_key(const std::string& pem);
// Also takes a key that lies there as it is: one that was copied from another machine. Damaged if it was sealed elsewhere.
Result<std::string> open_key(const std::string& stored);

}  // namespace apollo::transport
