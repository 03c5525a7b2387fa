// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/base/ids.h"

namespace apollo {

namespace {

bool is_alphanumeric(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

}  // namespace

bool is_valid_name(const std::string& text) {
    if (text.empty() || text.size() > 128 || !is_alphanumeric(text.front())) return false;
    for (char c : text) {
        if (!is_alphanumeric(c) && c != '.' && c != '_' && c != '-') return false;
    }
    return true;
}

}  // namespace apollo
