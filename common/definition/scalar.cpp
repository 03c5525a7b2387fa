// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/definition/scalar.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace apollo::definition {

namespace {

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), text) != words.end();
}

bool all_of(std::string_view text, std::string_view allowed) {
    return !text.empty() && text.find_first_not_of(allowed) == std::string_view::npos;
}

std::size_t count_digits(std::string_view text, std::size_t from) {
    const std::size_t end = text.find_first_not_of("0123456789", from);
    return (end == std::string_view::npos ? text.size() : end) - from;
}

// [-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?
bool is_number(std::string_view text) {
    std::size_t at = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
    const std::size_t whole = count_digits(text, at);
    at += whole;
    std::size_t fraction = 0;
    if (at < text.size() && text[at] == '.') {
        fraction = count_digits(text, ++at);
        at += fraction;
    }
    if (whole + fraction == 0) return false;
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        ++at;
        if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
        const std::size_t exponent = count_digits(text, at);
        if (exponent == 0) return false;
        at += exponent;
    }
    return at == text.size();
}

ScalarValue integer(std::string_view digits, int base, bool negative) {
    std::int64_t value = 0;
    const std::string signed_digits = (negative ? "-" : "") + std::string(digits);
    const auto [end, code] = std::from_chars(signed_digits.data(), signed_digits.data() + signed_digits.size(), value, base);
    if (code != std::errc()) return NotRepresentable{"this number is too large; quote it to keep it as text"};
    return value;
}

std::optional<ScalarValue> as_integer(std::string_view text) {
    constexpr std::string_view decimal = "0123456789";
    if (text.starts_with("0o") && all_of(text.substr(2), "01234567")) return integer(text.substr(2), 8, false);
    if (text.starts_with("0x") && all_of(text.substr(2), "0123456789abcdefABCDEF")) return integer(text.substr(2), 16, false);
    const bool is_signed = text.starts_with('-') || text.starts_with('+');
    const std::string_view digits = text.substr(is_signed ? 1 : 0);
    if (!all_of(digits, decimal)) return std::nullopt;
    return integer(digits, 10, text.starts_with('-'));
}

ScalarValue plain_value(const std::string& text) {
    if (is_one_of(text, {"", "~", "null", "Null", "NULL"})) return std::monostate{};
    if (is_one_of(text, {"true", "True", "TRUE"})) return true;
    if (is_one_of(text, {"false", "False", "FALSE"})) return false;
    if (auto number = as_integer(text)) return *number;
    const std::string_view unsigned_text = std::string_view(text).substr(text[0] == '-' || text[0] == '+' ? 1 : 0);
    if (is_one_of(unsigned_text, {".inf", ".Inf", ".INF"}) || is_one_of(text, {".nan", ".NaN", ".NAN"})) {
        return NotRepresentable{"JSON has no such number; quote it to keep it as text"};
    }
    if (!is_number(text)) return text;
    double value = 0;
    const char* begin = text.data() + (text[0] == '+' ? 1 : 0);
    const auto [end, code] = std::from_chars(begin, text.data() + text.size(), value);
    if (code != std::errc() || !std::isfinite(value)) {
        return NotRepresentable{"this number is out of range; quote it to keep it as text"};
    }
    return value;
}

}  // namespace

ScalarValue value_of(const Node& scalar) {
    if (scalar.tag == "?" || scalar.tag.empty()) return plain_value(scalar.text);
    if (scalar.tag == "!" || scalar.tag == "tag:yaml.org,2002:str") return scalar.text;
    if (is_one_of(scalar.tag, {"tag:yaml.org,2002:int", "tag:yaml.org,2002:float", "tag:yaml.org,2002:bool",
                               "tag:yaml.org,2002:null"})) {
        return plain_value(scalar.text);
    }
    return NotRepresentable{"tag '" + scalar.tag + "' is not known here; remove it"};
}

bool is_null(const Node& node) {
    return node.is_scalar() && std::holds_alternative<std::monostate>(value_of(node));
}

}  // namespace apollo::definition
