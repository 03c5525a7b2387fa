// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Command lines: declared options, values, help, and "did you mean" for a typo. One behaviour for every program.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/base/result.h"

namespace apollo {

struct OptionSpec {
    std::string name;        // without the dashes
    std::string value_name;  // empty: a flag
    std::string help;
    bool repeatable = false;
    std::vector<std::string> choices{};  // empty: any value
};

class Options {
public:
    bool has(const std::string& name) const { return m_values.count(name) != 0; }
    // The (last) value, or `fallback`.
    std::string value(const std::string& name, const std::string& fallback = {}) const;
    std::vector<std::string> values(const std::string& name) const;
    // BadInput naming the option when it is no whole number in [low, high].
    Result<std::int64_t> integer(const std::string& name, std::int64_t fallback, std::int64_t low, std::int64_t high) const;
    const std::vector<std::string>& words() const { return m_words; }

    void set(const std::string& name, const std::string& value) { m_values[name] = {value}; }

private:
    friend Result<Options> parse_options(const std::vector<std::string>& arguments, const std::vector<OptionSpec>& specs);
    std::map<std::string, std::vector<std::string>> m_values;
    std::vector<std::string> m_words;
};

// `--name value`, `--name=value`, `--flag`; everything else is a word; after `--` all are words. BadInput for an unknown
// option (with the nearest known one), a missing value, or a repetition that is not allowed.
Result<Options> parse_options(const std::vector<std::string>& arguments, const std::vector<OptionSpec>& specs);

// BadInput when a value is none of its option's choices; after the values of a configuration file have been added.
Status check_choices(const Options& options, const std::vector<OptionSpec>& specs);

// One line per option, aligned.
std::string options_help(const std::vector<OptionSpec>& specs);

// The candidate at a Damerau-Levenshtein distance (optimal string alignment) of at most 2, or equal but for case; empty if
// none. The first of the nearest ones.
std::string nearest_text(const std::string& wrong, const std::vector<std::string>& candidates);

}  // namespace apollo
