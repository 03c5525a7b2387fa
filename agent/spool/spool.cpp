// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/spool/spool.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "agent/core/outcome.h"
#include "agent/spool/record_codec.h"
#include "common/base/assert.h"
#include "common/eventlog/log_reader.h"

namespace apollo::agent {

namespace {

std::string describe(const eventlog::Damage& damage) {
    return "the agent's log is damaged in " + damage.segment + " at byte " + std::to_string(damage.offset) + ": positions " +
           std::to_string(damage.first_missing.value) + " to " + std::to_string(damage.last_missing.value) +
           " cannot be read";
}

void note(SpoolReport& report, const std::string& warning) {
    report.damaged = true;
    report.warnings.push_back(warning);
}

Status replay_all(Disk& disk, const std::string& folder, Position last,
                  const std::function<void(const AgentRecord&)>& replay, SpoolReport& report) {
    auto reader = eventlog::LogReader::open(disk, folder);
    if (!reader) return reader.error();
    eventlog::Record record;
    while ((*reader)->next(record, last)) {
        auto decoded = decode_record(record.body);
        if (!decoded) {
            note(report, decoded.error().message + " (position " + std::to_string(record.position.value) + ")");
            continue;
        }
        ++report.records;
        replay(*decoded);
    }
    if ((*reader)->error()) return *(*reader)->error();
    return success();
}

}  // namespace

Spool::Spool(Disk& disk, SpoolSettings settings)
    : m_disk(disk), m_settings(std::move(settings)), m_mailbox(std::make_unique<QObject>()) {}

Spool::~Spool() {
    // The committer's thread ends before the mailbox it posts to.
    m_committer.reset();
}

Result<std::unique_ptr<Spool>> Spool::open(Disk& disk, SpoolSettings settings,
                                           const std::function<void(const AgentRecord&)>& replay, SpoolReport& report) {
    if (auto made = disk.make_folder(settings.wal_folder); !made) return made.error();
    std::unique_ptr<Spool> spool(new Spool(disk, std::move(settings)));
    const std::string& folder = spool->m_settings.wal_folder;
    eventlog::OpenReport opened;
    auto writer = eventlog::LogWriter::open(disk, {folder, spool->m_settings.segment_size_bytes}, {}, opened);
    if (!writer) return writer.error();
    for (const auto& damage : opened.damage) note(report, describe(damage));
    if (auto replayed = replay_all(disk, folder, opened.last, replay, report); !replayed) return replayed.error();
    spool->m_durable = opened.last;
    spool->start(std::move(*writer));
    return spool;
}

void Spool::start(std::unique_ptr<eventlog::LogWriter> writer) {
    QObject* mailbox = m_mailbox.get();
    eventlog::AsyncCommitter::Callbacks callbacks;
    callbacks.on_durable = [this, mailbox](Position durable) {
        QMetaObject::invokeMethod(mailbox, [this, durable] {
            m_durable = std::max(m_durable, durable);
            if (on_durable) on_durable();
        }, Qt::QueuedConnection);
    };
    callbacks.on_failed = [this, mailbox](const Error& error) {
        QMetaObject::invokeMethod(mailbox, [this, reason = error.message] {
            if (on_failed) on_failed(reason);
        }, Qt::QueuedConnection);
    };
    m_committer = std::make_unique<eventlog::AsyncCommitter>(std::move(writer), std::move(callbacks));
}

Position Spool::append(const AgentRecord& record) {
    const std::string body = encode_record(record);
    APOLLO_ASSERT(body.size() <= record_limit_bytes);
    return m_committer->append(as_bytes(body), eventlog::no_owner);
}

std::vector<NodeEventRecord> Spool::read_events(Incarnation incarnation, Sequence first, Sequence last) {
    std::vector<NodeEventRecord> events;
    Incarnation current;
    const auto collect = [&](const AgentRecord& record) {
        if (const auto* begin = std::get_if<IncarnationRecord>(&record)) current = begin->incarnation;
        const auto* event = std::get_if<NodeEventRecord>(&record);
        if (event == nullptr || current != incarnation || event->sequence < first || event->sequence > last) return;
        events.push_back(*event);
    };
    SpoolReport report;
    if (!replay_all(m_disk, m_settings.wal_folder, m_durable, collect, report)) events.clear();
    return events;
}

std::map<RunKey, NodeEventRecord> Spool::find_ends(const std::set<RunKey>& attempts) {
    std::map<RunKey, NodeEventRecord> ends;
    const auto collect = [&](const AgentRecord& record) {
        const auto* event = std::get_if<NodeEventRecord>(&record);
        if (event != nullptr && is_terminal(event->type) && attempts.contains(event->key)) ends[event->key] = *event;
    };
    SpoolReport report;
    if (!replay_all(m_disk, m_settings.wal_folder, m_durable, collect, report)) ends.clear();
    return ends;
}

Sequence Spool::acked(Incarnation incarnation) const {
    const auto text = m_disk.read_file(m_settings.data_folder + "/acked");
    if (!text) return Sequence{};
    std::istringstream fields(*text);
    std::uint32_t of = 0;
    std::uint64_t sequence = 0;
    if (!(fields >> of >> sequence) || of != incarnation.value) return Sequence{};
    return Sequence(sequence);
}

Status Spool::save_acked(Incarnation incarnation, Sequence acked) {
    const std::string text = std::to_string(incarnation.value) + " " + std::to_string(acked.value) + "\n";
    return m_disk.write_file_atomically(m_settings.data_folder + "/acked", as_bytes(text));
}

Status Spool::save_incarnation(Incarnation incarnation) {
    const std::string path = m_settings.data_folder + "/incarnation";
    const std::string text = std::to_string(incarnation.value) + "\n";
    if (const auto known = m_disk.read_file(path); known && *known == text) return success();
    return m_disk.write_file_atomically(path, as_bytes(text));
}

Status Spool::stop() { return m_committer->stop(); }

}  // namespace apollo::agent
