// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#pragma once

#include <string>

namespace apollo {

// The name of the user whose file or folder it is, if that is not the user this program runs as; else, and for what is not
// there, empty. On Windows always empty: who may read a file there is inherited from its folder. Any thread.
std::string other_owner(const std::string& path);

}  // namespace apollo
