// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// YAML (1.2 core rules) → TaskDefinition, with the place and reason of every fault at once.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/result.h"
#include "common/domain/definition.h"

namespace apollo::definition {

struct Fault {
    int line = 0;    // from 1
    int column = 0;  // from 1
    std::string reason;
    friend bool operator==(const Fault&, const Fault&) = default;
};

struct Parsed {
    domain::TaskDefinition definition;  // meaningful only if faults is empty
    std::vector<Fault> faults;          // in the order of the file
    std::vector<std::string> warnings;  // "line 7: …"; the definition is accepted all the same
};

// Checks everything that can be known without the cluster: encoding, YAML, keys, types, ranges, names, dependencies,
// cycles (shown as a path), idempotency, references `${steps.NAME.output.KEY}` in params.
Parsed parse(std::string_view bytes);

// "FILE:LINE:COLUMN: REASON"
std::string to_text(const std::string& file, const Fault& fault);

// One text per definition, whatever order or style the file was in; the same definition = equal SHA-256 of it.
// The task_id is not part of it.
std::string canonical_text(const domain::TaskDefinition& definition);
std::string definition_sha256(const domain::TaskDefinition& definition);

// Replaces `${steps.NAME.output.KEY}` in every string of a params object, as data, once. `lookup` gives the compact JSON
// of that output value; its Error is passed on. A string that is nothing but one reference takes the value's own type.
Result<std::string> substitute_outputs(
    const std::string& params_json,
    const std::function<Result<std::string>(const StepName& step, const std::string& key)>& lookup);

// Similar name for "did you mean …?" (Damerau-Levenshtein distance at most 2, or equal but for case); empty if none.
std::string nearest_name(const std::string& wrong, const std::vector<std::string>& known);

}  // namespace apollo::definition
