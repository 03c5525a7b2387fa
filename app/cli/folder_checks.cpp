// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/folder_checks.h"

#include <QDateTime>
#include <QSslCertificate>
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/history/place.h"
#include "app/history/queries.h"
#include "common/base/disk.h"
#include "common/base/host.h"
#include "common/codec/event_codec.h"
#include "common/eventlog/log_reader.h"

namespace apollo::cli {

namespace fs = std::filesystem;
using Findings = std::vector<std::string>;

namespace {

constexpr std::uint64_t low_bytes = 10ull << 30;       // less than this and less than 5 % …
constexpr std::uint64_t very_low_bytes = 256ull << 20;  // … or less than this, whatever the share
constexpr std::int64_t expiry_notice_ms = 30ll * 86400 * 1000;
constexpr std::uint64_t history_lag_events = 1000;     // beside a running orchestrator; it writes in pieces
constexpr std::int64_t backup_patience_ms = 60000;      // what is older and not in the backup is missing

std::string mib_text(std::uint64_t bytes) { return std::to_string(bytes >> 20) + " MiB"; }

bool ends_with(const std::string& text, const std::string& end) {
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

std::vector<fs::path> files_of(const std::string& folder, const std::string& ending) {
    std::vector<fs::path> files;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        if (ends_with(entry.path().filename().string(), ending)) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace

std::string damage_advice() {
    return "with a backup: stop the orchestrator and run apollo-cli log repair --from BACKUP; without one decide about the runs that log verify "
           "names with task rerun, skip or override";
}

Check check_log(Disk& disk, const std::string& data_folder, bool live, Position known_end) {
    const std::string advice = damage_advice();
    auto report = eventlog::verify(disk, data_folder + "/log", codec::owner_of_body, known_end);
    if (!report) return {"log", false, report.error().message, advice};
    Findings findings;
    for (const eventlog::Damage& damage : report->damage) {
        std::string finding = damage.segment + " is damaged at offset " + std::to_string(damage.offset);
        if (damage.first_missing <= damage.last_missing) {
            finding += ", events " + std::to_string(damage.first_missing.value) + " to " + std::to_string(damage.last_missing.value) + " cannot be read";
        }
        findings.push_back(finding);
    }
    if (findings.empty() && report->torn_bytes > 0 && !live) {
        return {"log", false, "an unfinished write of " + std::to_string(report->torn_bytes) + " bytes is at the end of " + report->torn_segment,
                "nothing that was acknowledged is lost; the next start of the orchestrator cuts it"};
    }
    return make_check("log", findings, "all " + std::to_string(report->events) + " events in " + std::to_string(report->segments) + " segments are intact", advice);
}

Check check_permissions(const std::string& data_folder) {
    Findings findings;
    const std::string pki = data_folder + "/pki";
    if (SystemDisk().exists(pki) && !is_private(pki)) findings.push_back("others than the owner can enter " + pki);
    for (const fs::path& key : files_of(pki, ".key")) {
        if (!is_private(text_of(key))) findings.push_back("others than the owner can read or write " + key.string());
    }
    return make_check("permissions", findings, "only the owner can read the keys",
                      "let in its user only (chmod 700 the folder, chmod 600 the keys; on Windows their security settings); if somebody may have read them, make new ones");
}

Check check_space(std::uint64_t free_bytes, std::uint64_t total_bytes) {
    const bool low = free_bytes < very_low_bytes || (free_bytes < low_bytes && free_bytes < total_bytes / 20);
    Findings findings;
    if (low) findings.push_back("only " + mib_text(free_bytes) + " of " + mib_text(total_bytes) + " are free on the disk of the data folder");
    return make_check("disk_space", findings, mib_text(free_bytes) + " are free on the disk of the data folder",
                      "make room soon: with a full disk nothing is accepted any more");
}

Check check_disk_space(const std::string& data_folder) {
    std::error_code error;
    const fs::space_info space = fs::space(data_folder, error);
    if (error) return {"disk_space", false, "the room on the disk of " + data_folder + " cannot be read: " + error.message(), "look at that disk"};
    return check_space(space.available, space.capacity);
}

Check check_certificates(const std::string& data_folder, WallTime now) {
    Findings findings;
    SystemDisk disk;
    for (const fs::path& file : files_of(data_folder + "/pki", ".crt")) {
        auto pem = disk.read_file(file.string());
        const QSslCertificate certificate(pem ? QByteArray::fromStdString(*pem) : QByteArray());
        if (certificate.isNull()) {
            findings.push_back(file.string() + " is no readable certificate");
            continue;
        }
        const WallTime end{certificate.expiryDate().toMSecsSinceEpoch()};
        if (end.ms - now.ms > expiry_notice_ms) continue;
        findings.push_back(file.string() + (end < now ? " expired at " : " expires at ") + to_rfc3339(end));
    }
    return make_check("certificates", findings, "no certificate expires within 30 days", "put new certificates in place before that day");
}

HistoryFacts look_at_history(const std::string& data_folder) {
    HistoryFacts facts;
    SystemDisk disk;
    auto position = history::position_at(history::place_of(disk, data_folder));
    facts.exists = position || position.error().kind != ErrorKind::NotFound;
    if (!facts.exists) return facts;
    if (position) facts.position = *position;
    else facts.trouble = position.error().message;
    return facts;
}

Check check_history(const std::string& data_folder, const HistoryFacts& facts, const std::optional<domain::EventHeader>& at, Position log_end, bool live) {
    // The history may be the only witness of what the log has lost: nobody is sent to throw it away then.
    const bool is_ahead = facts.trouble.empty() && facts.position > log_end;
    const std::string advice = is_ahead ? "see the check log first: with a backup apollo-cli log repair brings the log's end back; only if the history is really another log's, "
                                          "apollo-cli store rebuild makes it anew"
                                        : "apollo-cli store rebuild makes it anew from the log; nothing is lost";
    const std::string position = std::to_string(facts.position.value);
    if (!facts.exists) return {"sql_history", true, "there is no SQL history yet; it can be made from the log at any time", ""};
    Findings findings;
    if (!facts.trouble.empty()) {
        findings.push_back(facts.trouble);
    } else if (facts.position > log_end) {
        findings.push_back("the SQL history is at event " + position + ", but the log ends at " + std::to_string(log_end.value) + ": the log has lost its end, or the history belongs to another log");
    } else if (facts.position.value + (live ? history_lag_events : 0) < log_end.value) {
        findings.push_back("the SQL history is " + std::to_string(log_end.value - facts.position.value) + " events behind the log");
    }
    if (findings.empty() && at) {
        SystemDisk disk;
        auto same = history::place_holds_event(history::place_of(disk, data_folder), *at);
        if (!same) findings.push_back(same.error().message);
        else if (!*same) findings.push_back("event " + position + " of the SQL history is not that of the log: it belongs to another log");
    }
    return make_check("sql_history", findings, "the SQL history is at event " + position, advice);
}

BackupFacts look_at_backup(Disk& disk, const std::string& data_folder) {
    BackupFacts facts;
    const std::string file = data_folder + "/run/backup.json";
    facts.kept = disk.exists(file);
    if (!facts.kept) return facts;
    const auto text = disk.read_file(file);
    const auto document = text ? nlohmann::json::parse(*text, nullptr, false) : nlohmann::json();
    const auto word = [&](const char* key) {
        return document.is_object() && document.contains(key) && document[key].is_string() ? document[key].get<std::string>() : std::string();
    };
    facts.folder = word("folder");
    facts.trouble = word("trouble");
    facts.since = word("since");
    if (facts.folder.empty()) {
        facts.unread = file + " cannot be read";
        return facts;
    }
    auto report = eventlog::verify(disk, facts.folder + "/log", codec::owner_of_body);
    if (!report) {
        facts.unread = report.error().message;
        return facts;
    }
    facts.damages = report->damage.size();
    facts.last = report->last;
    return facts;
}

Check check_backup(const BackupFacts& facts, const std::optional<domain::EventHeader>& missing, WallTime now) {
    if (!facts.kept) return {"backup", true, "no backup is kept (apollo-orchestrator --backup DIR keeps one)", ""};
    const std::string name = "the backup in " + facts.folder;
    Findings findings;
    if (!facts.trouble.empty()) findings.push_back(name + " has fallen behind since " + facts.since + ": " + facts.trouble);
    if (!facts.unread.empty()) findings.push_back(name + " cannot be read: " + facts.unread);
    if (facts.damages > 0) findings.push_back(name + " is damaged in " + std::to_string(facts.damages) + " places");
    if (facts.unread.empty() && missing && now.ms - missing->recorded_time.ms > backup_patience_ms) {
        findings.push_back(name + " ends at event " + std::to_string(facts.last.value) + " and lacks all since " + to_rfc3339(missing->recorded_time));
    }
    return make_check("backup", findings, name + " holds the log up to event " + std::to_string(facts.last.value),
                      "look at that disk; a damaged copy is removed, and the orchestrator makes a new one into the empty folder");
}

}  // namespace apollo::cli
