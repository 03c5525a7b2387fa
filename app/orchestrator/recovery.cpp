// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/orchestrator/recovery.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "common/codec/plan_codec.h"
#include "common/codec/state_codec.h"
#include "common/domain/reducer.h"
#include "common/eventlog/log_reader.h"
#include "common/eventlog/snapshot_store.h"

namespace apollo::orchestrator {

codec::PlanSource make_plan_source(artifacts::ArtifactStore& artifacts) {
    auto cache = std::make_shared<std::unordered_map<ArtifactId, std::weak_ptr<const domain::Plan>>>();
    return [cache, &artifacts](const domain::ArtifactRef& reference) -> Result<std::shared_ptr<const domain::Plan>> {
        if (auto known = (*cache)[reference.id].lock()) return known;
        auto bytes = artifacts.get(reference.id);
        if (!bytes) return bytes.error();
        auto plan = codec::plan_from_bytes(*bytes);
        if (plan) (*cache)[reference.id] = *plan;
        return plan;
    };
}

namespace {

// Watches the versions of what is read.
class GapFinder {
public:
    explicit GapFinder(Position watermark) : m_watermark(watermark) {}

    void take(const domain::State& before, const domain::EventHeader& header) {
        if (header.fact_only || header.version.value == 0 || header.run.value >= before.runs.size()) return;
        Position& last = m_last.try_emplace(header.run.value, m_watermark).first->second;
        const Version expected = before.runs[header.run.value].version.next();
        if (header.version > expected) {
            m_gaps.push_back({header.run, last, header.position, static_cast<std::uint32_t>(header.version.value - expected.value)});
        }
        last = header.position;
    }
    const std::vector<VersionGap>& gaps() const { return m_gaps; }

private:
    Position m_watermark;  // of the snapshot, which holds all before
    std::unordered_map<std::uint32_t, Position> m_last;
    std::vector<VersionGap> m_gaps;
};

Status fold_after(Disk& disk, const DataPaths& paths, artifacts::ArtifactStore& artifacts, Recovered& out, GapFinder& finder) {
    domain::State& state = *out.state;
    auto reader = eventlog::LogReader::open(disk, paths.log(), state.position);
    if (!reader) return reader.error();
    const auto plans = make_plan_source(artifacts);
    eventlog::Record record;
    // The writer has settled what the log holds, behind a hole in its tail, too; without a limit the reader would stop there
    // until later records prove the hole, and only the next start would know what stands behind it.
    while ((*reader)->next(record, out.writer->last())) {
        auto event = codec::decode_event(record.body);
        if (!event) {
            out.warnings.push_back(event.error().message);
            continue;
        }
        if (auto resolved = codec::resolve_plan(*event, plans); !resolved) {
            out.warnings.push_back("the definition of the task submitted at position " + std::to_string(record.position.value) +
                                   " is gone: " + resolved.error().message);
        }
        finder.take(state, event->header);
        domain::apply(state, *event);
        ++out.replayed_events;
    }
    if ((*reader)->error()) return *(*reader)->error();
    return success();
}

// Read from the beginning: the snapshot may lie above an amendment. Only a damaged log needs it.
domain::Renumbering read_renumbering(Disk& disk, const DataPaths& paths, artifacts::ArtifactStore& artifacts, Position last) {
    domain::Renumbering renumbering;
    auto reader = eventlog::LogReader::open(disk, paths.log());
    const auto plans = make_plan_source(artifacts);
    eventlog::Record record;
    while (reader && (*reader)->next(record, last)) {
        auto event = codec::decode_event(record.body);
        if (!event || !domain::brings_plan(event->header.type)) continue;
        (void)codec::resolve_plan(*event, plans);
        renumbering.take(*event);
    }
    return renumbering;
}

// The end of a log can vanish so that the rest looks whole. Who wrote down how far it had come gives it away.
Status find_lost_end(const eventlog::SnapshotStore& snapshots, Position known_end, Recovered& out, eventlog::OpenReport& report) {
    const Position end = out.writer->last();
    known_end = std::max(known_end, snapshots.newest_above(end));
    if (known_end <= end) return success();
    report.damage.push_back({"", 0, 0, end.next(), known_end, {}});
    return out.writer->go_on_behind(known_end);
}

bool is_dealt_with(const domain::State& state, const eventlog::Damage& damage) {
    return std::find(state.known_damage.begin(), state.known_damage.end(),
                     domain::KnownDamage{damage.first_missing, damage.last_missing}) != state.known_damage.end();
}

}  // namespace

Result<Recovered> recover(Disk& disk, const DataPaths& paths, const RecoverySettings& settings, artifacts::ArtifactStore& artifacts) {
    Recovered out;
    eventlog::OpenReport report;
    auto writer = eventlog::LogWriter::open(disk, {paths.log(), settings.segment_size_bytes, settings.random}, codec::owner_of_body, report);
    if (!writer) return writer.error();
    out.writer = std::move(writer).value();
    if (report.torn_bytes > 0) {
        out.warnings.push_back("cut " + std::to_string(report.torn_bytes) + " bytes of an unfinished write from the end of " +
                               report.torn_segment + " at offset " + std::to_string(report.torn_offset));
    }
    eventlog::SnapshotStore snapshots(disk, paths.snapshots());
    out.state = std::make_shared<domain::State>();
    if (auto found = find_lost_end(snapshots, settings.known_end, out, report); !found) return found.error();
    // A snapshot ahead of the log would hold what the log does not: it is never taken, also not when the log has grown past it.
    if (auto kept = snapshots.set_aside_above(report.last); !kept) return kept.error();
    if (const auto snapshot = snapshots.newest(report.last, out.warnings)) {
        auto state = codec::state_from_bytes(snapshot->bytes);
        if (state) {
            out.state = std::move(state).value();
            out.snapshot_watermark = snapshot->watermark;
        } else {
            out.warnings.push_back("the newest snapshot cannot be used and the whole log is read instead: " + state.error().message);
        }
    }
    GapFinder finder(out.snapshot_watermark);
    if (auto folded = fold_after(disk, paths, artifacts, out, finder); !folded) return folded.error();
    std::optional<domain::Renumbering> renumbering;
    for (const eventlog::Damage& damage : report.damage) {
        if (damage.first_missing <= damage.last_missing) out.gaps.emplace_back(damage.first_missing, damage.last_missing);
        if (damage.first_missing > damage.last_missing || is_dealt_with(*out.state, damage)) continue;
        if (!renumbering) renumbering = read_renumbering(disk, paths, artifacts, out.writer->last());
        out.damage.push_back(attribute(*out.state, out.snapshot_watermark, damage, report.damage, finder.gaps(), *renumbering));
    }
    // Positions are never reused: after damage at the end of the log the next one follows what was ever given out.
    if (out.state->position < out.writer->last()) out.state->position = out.writer->last();
    return out;
}

}  // namespace apollo::orchestrator
