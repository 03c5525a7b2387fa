// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <algorithm>

#include "common/base/bytes.h"
#include "common/definition/document.h"

namespace apollo::definition {

namespace {

constexpr std::string_view utf8_mark = "\xEF\xBB\xBF";

std::size_t sequence_length(unsigned char first) {
    if (first < 0x80) return 1;
    if (first < 0xE0) return 2;
    return first < 0xF0 ? 3 : 4;
}

// Offset of the first byte that is not part of well-formed UTF-8.
std::size_t first_malformed(std::string_view bytes) {
    std::size_t at = 0;
    while (at < bytes.size()) {
        const std::size_t length = sequence_length(static_cast<unsigned char>(bytes[at]));
        if (length > 1 && !is_valid_utf8(bytes.substr(at, length))) break;
        at += length;
    }
    return std::min(at, bytes.size());
}

Fault fault_at(std::string_view bytes, std::size_t offset, const std::string& reason) {
    const std::string_view before = bytes.substr(0, offset);
    const auto lines = std::count(before.begin(), before.end(), '\n');
    const std::size_t line_begin = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    return {static_cast<int>(lines) + 1, static_cast<int>(offset - line_begin) + 1,
            reason + " (byte offset " + std::to_string(offset) + ")"};
}

}  // namespace

bool check_bytes(std::string_view bytes, std::string& text, Fault& fault) {
    if (bytes.size() > file_limit_bytes) {
        fault = {1, 1, "the file has " + std::to_string(bytes.size()) + " bytes; a definition has at most " +
                           std::to_string(file_limit_bytes)};
        return false;
    }
    if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) {
        fault = fault_at(bytes, 0, "the encoding is UTF-16 or UTF-32; save the file as UTF-8");
        return false;
    }
    if (const std::size_t nul = bytes.find('\0'); nul != std::string_view::npos) {
        fault = fault_at(bytes, nul, "the encoding is not UTF-8 text: there is a NUL byte; save the file as UTF-8");
        return false;
    }
    if (!is_valid_utf8(bytes)) {
        fault = fault_at(bytes, first_malformed(bytes), "the encoding is not UTF-8 (perhaps Latin-1); save the file as UTF-8");
        return false;
    }
    if (bytes.starts_with(utf8_mark)) {
        if (bytes.substr(utf8_mark.size()).starts_with(utf8_mark)) {
            fault = fault_at(bytes, utf8_mark.size(), "the encoding has a second byte-order mark; remove it");
            return false;
        }
        bytes.remove_prefix(utf8_mark.size());
    }
    text.clear();
    text.reserve(bytes.size());
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (bytes[i] == '\r' && i + 1 < bytes.size() && bytes[i + 1] == '\n') continue;
        text.push_back(bytes[i]);
    }
    return true;
}

}  // namespace apollo::definition
