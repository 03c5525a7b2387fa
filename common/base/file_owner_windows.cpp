// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/base/file_owner.h"

namespace apollo {

std::string other_owner(const std::string&) { return {}; }

}  // namespace apollo
