// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Bytes that are not text, as views and owned buffers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace apollo {

using ByteView = std::span<const std::uint8_t>;

inline ByteView as_bytes(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}
inline std::string_view as_text(ByteView bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// True if the bytes are well-formed UTF-8 (RFC 3629: no surrogates, no overlong forms).
bool is_valid_utf8(std::string_view bytes);
// Every malformed byte becomes U+FFFD; well-formed input comes back unchanged.
std::string to_valid_utf8(std::string_view bytes);
// At most `limit` bytes, cut at a character border of well-formed UTF-8.
std::string truncate_utf8(std::string_view text, std::size_t limit);

}  // namespace apollo
