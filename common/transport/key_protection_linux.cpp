// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/transport/key_protection.h"

namespace apollo::transport {

Result<std::string> protect_key(const std::string& pem) { return pem; }

Result<std::string> open_key(const std::string& stored) { return stored; }

}  // namespace apollo::transport
