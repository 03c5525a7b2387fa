// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/drill_report.h"

#include <cstdio>

namespace apollo::cli {

namespace {

std::string seconds(std::int64_t ms) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3f s", static_cast<double>(ms) / 1000.0);
    return text;
}

Json ms_json(const std::optional<std::int64_t>& ms) { return ms ? Json(*ms) : Json(nullptr); }
Json text_json(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json document(const DrillReport& report) {
    Json moments = Json::array(), promises = Json::array();
    for (const DrillReport::Moment& one : report.moments) {
        moments.push_back({{"at_ms", one.at_ms}, {"time", time_json(one.time)}, {"node", text_json(one.node)}, {"what", one.what}});
    }
    for (const DrillReport::Promise& one : report.promises) promises.push_back({{"check", one.name}, {"ok", one.kept}, {"message", one.message}});
    return {{"converged", report.converged()},
            {"place", report.place},
            {"detection_ms", ms_json(report.detection_ms)},
            {"takeover_ms", ms_json(report.takeover_ms)},
            {"adoption_ms", ms_json(report.adoption_ms)},
            {"repair_ms", ms_json(report.repair_ms)},
            {"convergence_ms", ms_json(report.convergence_ms)},
            {"duration_ms", report.duration_ms},
            {"trouble", text_json(report.trouble)},
            {"note", text_json(report.note)},
            {"folder", text_json(report.folder)},
            {"steps", moments},
            {"checks", promises}};
}

void print_times(const DrillReport& report) {
    const auto line = [](const char* what, const std::optional<std::int64_t>& ms) {
        print(std::string("  ") + what + (ms ? seconds(*ms) : std::string("—")));
    };
    line("detection    ", report.detection_ms);
    line("take-over    ", report.takeover_ms);
    line("adoption     ", report.adoption_ms);
    line("repair       ", report.repair_ms);
    line("convergence  ", report.convergence_ms);
    line("whole drill  ", report.duration_ms);
}

}  // namespace

bool DrillReport::converged() const {
    bool kept = trouble.empty() && !promises.empty();
    for (const Promise& one : promises) kept = kept && one.kept;
    return kept;
}

void print_drill(const DrillReport& report, bool json) {
    if (json) return print_json(document(report));
    std::vector<std::vector<std::string>> rows{{"AT", "NODE", "WHAT HAPPENED"}};
    for (const DrillReport::Moment& one : report.moments) rows.push_back({seconds(one.at_ms), one.node.empty() ? "—" : one.node, one.what});
    print_table(rows);
    print("");
    rows = {{"CHECK", "VERDICT", "WHAT WAS FOUND"}};
    for (const DrillReport::Promise& one : report.promises) rows.push_back({one.name, one.kept ? "ok" : "broken", one.message});
    print_table(rows);
    print("");
    print_times(report);
    if (!report.note.empty()) print("\n" + report.note);
    if (!report.trouble.empty()) print("\n" + report.trouble);
    if (!report.folder.empty()) print("logs and folders of the drill are kept in " + report.folder);
    print(report.converged() ? "\nconverged" : "\nNOT converged");
}

}  // namespace apollo::cli
