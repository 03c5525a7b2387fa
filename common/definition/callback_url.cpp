// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/definition/callback_url.h"

#include <algorithm>
#include <string_view>

namespace apollo::definition {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_port(std::string_view text) {
    if (text.empty() || text.size() > 5 || !std::all_of(text.begin(), text.end(), is_digit)) return false;
    const int port = std::stoi(std::string(text));
    return port >= 1 && port <= 65535;
}

bool is_host(std::string_view host) {
    if (host.starts_with('[')) {
        const std::string_view inner = host.substr(1, host.size() - 2);
        return host.size() > 3 && host.ends_with(']') && std::all_of(inner.begin(), inner.end(), [](char c) { return is_hex(c) || c == ':' || c == '.'; }) &&
               inner.find(':') != std::string_view::npos;
    }
    const bool plain = std::all_of(host.begin(), host.end(), [](char c) { return is_letter(c) || is_digit(c) || c == '-' || c == '.' || c == '_'; });
    return !host.empty() && host.size() <= 253 && plain && host.front() != '.' && host.front() != '-' && host.find("..") == std::string_view::npos;
}

// RFC 3986 without anything that programs read differently: spaces, quotes, brackets, backslashes, what is not ASCII.
bool is_written_properly(std::string_view text) {
    constexpr std::string_view marks = "-._~:/?#[]@!$&'()*+,;=%";
    for (std::size_t k = 0; k < text.size(); ++k) {
        if (!is_letter(text[k]) && !is_digit(text[k]) && marks.find(text[k]) == std::string_view::npos) return false;
        if (text[k] == '%' && !(k + 2 < text.size() && is_hex(text[k + 1]) && is_hex(text[k + 2]))) return false;
    }
    return true;
}

}  // namespace

std::string fault_of_callback_url(const std::string& url) {
    const std::size_t scheme = url.starts_with("http://") ? 7 : url.starts_with("https://") ? 8 : 0;
    if (scheme == 0) return "must be an address that begins with http:// or https://";
    if (url.size() > 2048) return "must not be longer than 2048 characters";
    if (!is_written_properly(url)) return "holds a character that must be written as %XX in an address";
    const std::string_view rest = std::string_view(url).substr(scheme);
    const std::string_view authority = rest.substr(0, rest.find_first_of("/?#"));
    if (authority.find('@') != std::string_view::npos) return "must not hold a name or password: it stands in the log, and calls are signed";
    const std::size_t bracket = authority.rfind(']');
    const std::size_t colon = authority.find(':', bracket == std::string_view::npos ? 0 : bracket);
    const std::string_view host = authority.substr(0, colon);
    if (!is_host(host)) return "names no host: write http://HOST[:PORT]/PATH";
    if (colon != std::string_view::npos && !is_port(authority.substr(colon + 1))) return "has a port that is none between 1 and 65535";
    return {};
}

}  // namespace apollo::definition
