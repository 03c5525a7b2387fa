// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/updater/journal.h"

#include <array>
#include <nlohmann/json.hpp>

#include "common/base/bytes.h"

namespace apollo::updater {

namespace {

using nlohmann::json;

constexpr std::array<const char*, 4> phase_names{"keeping", "installing", "watching", "returning"};

std::string dump(const json& document) { return document.dump(2, ' ', false, json::error_handler_t::replace) + "\n"; }

std::string outcome_file(const std::string& order) { return order + "/outcome.json"; }

}  // namespace

std::string to_text(const Journal& journal) {
    return dump({{"phase", phase_names.at(static_cast<std::size_t>(journal.phase))}, {"order", journal.order}, {"package", journal.package}, {"previous", journal.previous},
                 {"upgrade_program", journal.upgrade_program}, {"health_timeout_ms", journal.health_timeout_ms}, {"settle_ms", journal.settle_ms}, {"from", journal.from},
                 {"old_process", journal.old_process}, {"trouble", journal.trouble}, {"interruptions", journal.interruptions}});
}

Result<Journal> journal_from_text(const std::string& text) {
    const json document = json::parse(text, nullptr, false);
    if (!document.is_object()) return Error{ErrorKind::Damaged, "the upgrade's journal is no JSON object"};
    Journal journal;
    try {
        const std::string phase = document.at("phase");
        std::size_t number = 0;
        while (number < phase_names.size() && phase != phase_names[number]) ++number;
        if (number == phase_names.size()) return Error{ErrorKind::Damaged, "the upgrade's journal names the phase '" + phase + "', which is not known"};
        journal.phase = static_cast<Phase>(number);
        document.at("order").get_to(journal.order);
        document.at("package").get_to(journal.package);
        document.at("previous").get_to(journal.previous);
        document.at("upgrade_program").get_to(journal.upgrade_program);
        document.at("health_timeout_ms").get_to(journal.health_timeout_ms);
        document.at("settle_ms").get_to(journal.settle_ms);
        document.at("from").get_to(journal.from);
        document.at("old_process").get_to(journal.old_process);
        document.at("trouble").get_to(journal.trouble);
        document.at("interruptions").get_to(journal.interruptions);
    } catch (const json::exception& exception) {
        return Error{ErrorKind::Damaged, std::string("the upgrade's journal cannot be read: ") + exception.what()};
    }
    return journal;
}

Status write_outcome(Disk& disk, const std::string& order, const Outcome& outcome) {
    const json document{{"upgraded", outcome.is_upgraded}, {"from", outcome.from}, {"to", outcome.to}, {"message", outcome.message}};
    return disk.write_file_atomically(outcome_file(order), as_bytes(dump(document)));
}

std::optional<Outcome> read_outcome(Disk& disk, const std::string& order) {
    if (!disk.exists(outcome_file(order))) return std::nullopt;
    const auto text = disk.read_file(outcome_file(order));
    const json document = json::parse(text ? *text : std::string(), nullptr, false);
    if (!document.is_object()) return std::nullopt;
    try {
        return Outcome{document.at("upgraded"), document.at("from"), document.at("to"), document.at("message")};
    } catch (const json::exception&) {
        return std::nullopt;
    }
}

void remove_outcome(Disk& disk, const std::string& order) { (void)disk.remove(outcome_file(order)); }

}  // namespace apollo::updater
