// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/definition/references.h"

#include <nlohmann/json.hpp>

#include "common/base/ids.h"
#include "common/definition/scalar.h"

namespace apollo::definition {

namespace {

constexpr std::string_view opening = "${steps.";
constexpr std::string_view middle = ".output.";

void collect(const Node& node, std::vector<PlacedReference>& found, Report& report) {
    for (const Node* item : node.items) collect(*item, found, report);
    for (const auto& [key, value] : node.entries) collect(*value, found, report);
    if (!node.is_scalar()) return;
    for (const Reference& reference : references_in(node.text)) {
        if (reference.well_formed) {
            found.push_back({reference.step, &node});
        } else {
            report.fault(node, "a reference to an output is written ${steps.NAME.output.KEY}");
        }
    }
}

using Lookup = std::function<Result<std::string>(const StepName& step, const std::string& key)>;

Result<nlohmann::json> value_of_reference(const Reference& reference, const Lookup& lookup) {
    const auto text = lookup(StepName{reference.step}, reference.key);
    if (!text) return text.error();
    auto value = nlohmann::json::parse(*text, nullptr, false);
    if (value.is_discarded()) {
        return Error{ErrorKind::Damaged, "the output '" + reference.key + "' of step '" + reference.step + "' is not JSON"};
    }
    return value;
}

Result<nlohmann::json> substitute_in_text(const std::string& text, const Lookup& lookup) {
    std::string result;
    std::size_t done = 0;
    for (const Reference& reference : references_in(text)) {
        if (!reference.well_formed) continue;
        auto value = value_of_reference(reference, lookup);
        if (!value) return value.error();
        if (reference.begin == 0 && reference.end == text.size()) return value;
        result.append(text, done, reference.begin - done);
        result += value->is_string() ? value->get<std::string>() : value->dump();
        done = reference.end;
    }
    result.append(text, done);
    return nlohmann::json(std::move(result));
}

// Depth is that of the definition's params, which the parser bounds.
Status substitute(nlohmann::json& value, const Lookup& lookup) {
    if (value.is_string()) {
        auto replaced = substitute_in_text(value.get_ref<const std::string&>(), lookup);
        if (!replaced) return replaced.error();
        value = std::move(replaced).value();
        return success();
    }
    if (!value.is_structured()) return success();
    for (auto& item : value) {
        if (auto done = substitute(item, lookup); !done) return done;
    }
    return success();
}

}  // namespace

std::vector<Reference> references_in(std::string_view text) {
    std::vector<Reference> references;
    for (std::size_t at = text.find(opening); at != std::string_view::npos; at = text.find(opening, at + 1)) {
        Reference reference;
        reference.begin = at;
        const std::size_t close = text.find('}', at);
        reference.end = close == std::string_view::npos ? text.size() : close + 1;
        if (close != std::string_view::npos) {
            const std::string_view inside = text.substr(at + opening.size(), close - at - opening.size());
            const std::size_t split = inside.find(middle);
            if (split != std::string_view::npos) {
                reference.step = inside.substr(0, split);
                reference.key = inside.substr(split + middle.size());
                reference.well_formed = is_valid_name(reference.step) && is_valid_name(reference.key);
            }
        }
        references.push_back(std::move(reference));
    }
    return references;
}

std::vector<PlacedReference> references_in_params(const Node& params, Report& report) {
    std::vector<PlacedReference> found;
    collect(params, found, report);
    return found;
}

Result<std::string> substitute_outputs(const std::string& params_json, const Lookup& lookup) {
    auto params = nlohmann::json::parse(params_json, nullptr, false);
    if (params.is_discarded()) return Error{ErrorKind::BadInput, "the params are not JSON"};
    if (auto done = substitute(params, lookup); !done) return done.error();
    return params.dump();
}

}  // namespace apollo::definition
