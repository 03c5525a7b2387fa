// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/interchange/gzip.h"

#include <zlib.h>

namespace apollo::interchange {

bool is_gzip(std::string_view bytes) { return bytes.size() > 2 && bytes[0] == '\x1f' && bytes[1] == '\x8b'; }

Result<std::string> gunzip(std::string_view bytes, std::size_t limit_bytes) {
    z_stream stream{};
    constexpr int gzip_only = 16 + MAX_WBITS;
    if (inflateInit2(&stream, gzip_only) != Z_OK) return Error{ErrorKind::Io, "zlib cannot be started"};
    // zlib's interface takes a non-const pointer but only reads.
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    std::string out;
    char piece[64 * 1024];
    int code = Z_OK;
    while (code == Z_OK && out.size() <= limit_bytes) {
        stream.next_out = reinterpret_cast<Bytef*>(piece);
        stream.avail_out = sizeof piece;
        code = inflate(&stream, Z_NO_FLUSH);
        out.append(piece, sizeof piece - stream.avail_out);
    }
    inflateEnd(&stream);
    if (out.size() > limit_bytes) return Error{ErrorKind::BadInput, "it unpacks to more than " + std::to_string(limit_bytes >> 20) + " MiB"};
    if (code != Z_STREAM_END) return Error{ErrorKind::BadInput, "its gzip data is damaged or incomplete"};
    return out;
}

}  // namespace apollo::interchange
