// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/definition/parse.h"

#include <algorithm>
#include <tuple>

#include "common/definition/read_task.h"

namespace apollo::definition {

namespace {

// Columns are counted in bytes while reading; people count characters.
void count_characters(const std::string& text, std::vector<Fault>& faults) {
    std::vector<std::size_t> lines{0};
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\n') lines.push_back(i + 1);
    }
    for (Fault& fault : faults) {
        const auto line = static_cast<std::size_t>(std::max(fault.line, 1)) - 1;
        if (line >= lines.size()) continue;
        const std::size_t size = std::min<std::size_t>(static_cast<std::size_t>(fault.column) - 1, text.size() - lines[line]);
        const std::string_view before = std::string_view(text).substr(lines[line], size);
        fault.column -= static_cast<int>(std::count_if(before.begin(), before.end(), [](char c) { return (c & 0xC0) == 0x80; }));
    }
}

// In the order of the file. What stands once and is used through aliases is told once.
void put_in_order(std::vector<Fault>& faults) {
    std::stable_sort(faults.begin(), faults.end(), [](const Fault& a, const Fault& b) {
        return std::tie(a.line, a.column) < std::tie(b.line, b.column);
    });
    faults.erase(std::unique(faults.begin(), faults.end()), faults.end());
}

}  // namespace

Parsed parse(std::string_view bytes) {
    Parsed parsed;
    std::string text;
    Fault wrong_bytes;
    if (!check_bytes(bytes, text, wrong_bytes)) {
        parsed.faults.push_back(std::move(wrong_bytes));
        return parsed;
    }
    Report report;
    const Document document = read_document(text, report.faults);
    const bool is_sound = document.root != nullptr && document.root->expanded <= expanded_limit &&
                          document.root->depth <= depth_limit;
    if (is_sound) {
        std::vector<StepSource> sources;
        parsed.definition = read_task(*document.root, sources, report);
        check_graph(parsed.definition, sources, report);
    }
    parsed.faults = std::move(report.faults);
    parsed.warnings = std::move(report.warnings);
    count_characters(text, parsed.faults);
    put_in_order(parsed.faults);
    return parsed;
}

std::string to_text(const std::string& file, const Fault& fault) {
    return file + ":" + std::to_string(fault.line) + ":" + std::to_string(fault.column) + ": " + fault.reason;
}

}  // namespace apollo::definition
