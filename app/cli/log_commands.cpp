// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <algorithm>
#include <map>

#include "app/cli/commands.h"
#include "app/cli/documents.h"
#include "app/cli/event_walk.h"
#include "app/cli/folder_checks.h"
#include "app/cli/known_end.h"
#include "app/cli/text_output.h"
#include "app/client/folder_log.h"
#include "common/base/disk.h"
#include "common/codec/event_codec.h"
#include "common/domain/renumbering.h"
#include "common/eventlog/compaction.h"
#include "common/eventlog/log_reader.h"

namespace apollo::cli {

namespace {

std::string log_folder(const Context& context) { return context.options().value("log-dir", context.data_folder() + "/log"); }

// What the readable rest of the log tells.
struct Told {
    std::shared_ptr<const domain::State> state = std::make_shared<domain::State>();
    domain::Renumbering renumbering;
};

// Whose events were lost: what the log itself proves, and what later versions of the same runs prove.
Json damaged_runs(const Told& told, const eventlog::Damage& damage, bool with_gaps) {
    const domain::State& state = *told.state;
    Json runs = Json::array();
    const auto add = [&](std::uint32_t run) {
        Json document = run_document(state, told.renumbering.present(RunIndex{run}));
        if (document.is_null()) return;
        for (const Json& known : runs) {
            if (known == document) return;
        }
        runs.push_back(std::move(document));
    };
    for (std::uint32_t owner : damage.owners) add(owner);
    if (with_gaps) {
        for (std::uint32_t k = 0; k < state.runs.size(); ++k) {
            if (state.runs[k].quarantined) add(k);
        }
    }
    return runs;
}

Json damage_document(const Told& told, const eventlog::Damage& damage) {
    const std::uint64_t missing = damage.last_missing.value - damage.first_missing.value + 1;
    const bool positions_lost = damage.first_missing <= damage.last_missing;
    Json document;
    document["segment"] = damage.segment;
    document["offset"] = damage.offset;
    document["positions"] = positions_lost ? Json::array({damage.first_missing.value, damage.last_missing.value}) : Json(nullptr);
    document["runs"] = damaged_runs(told, damage, positions_lost && damage.owners.size() < missing);
    return document;
}

std::string describe_damage(const Json& damage) {
    std::string text = damage["segment"].get<std::string>() + " at offset " + std::to_string(damage["offset"].get<std::uint64_t>());
    if (!damage["positions"].is_null()) text += ", events " + damage["positions"][0].dump() + " to " + damage["positions"][1].dump() + " cannot be read";
    for (const Json& run : damage["runs"]) {
        text += "\n  run: " + run["task_id"].get<std::string>() + " / " + run["step"].get<std::string>() + " on " + run["node"].get<std::string>();
    }
    return text;
}

int log_verify(Context& context) {
    SystemDisk disk;
    const std::string folder = log_folder(context);
    if (auto found = client::find_log(disk, folder); !found) return fail(found.error());
    const std::string data = context.data_folder();
    const Position known_end = context.options().has("log-dir") ? Position{} : std::max(known_log_end(disk, data), look_at_backup(disk, data).last);
    auto report = eventlog::verify(disk, folder, codec::owner_of_body, known_end);
    if (!report) return fail(report.error());
    Json damage = Json::array();
    if (!report->damage.empty()) {
        Told told;
        auto folded = client::fold_log(disk, context.data_folder(), folder, [&](const domain::Event& event, const domain::State&) {
            told.renumbering.take(event);
            return true;
        });
        if (folded) told.state = folded->state;
        for (const eventlog::Damage& one : report->damage) damage.push_back(damage_document(told, one));
    }
    if (report->torn_bytes > 0) {
        std::fprintf(stderr, "apollo-cli: warning: an unfinished write of %llu bytes at the end of %s (offset %llu); it is cut at the next start\n",
                     static_cast<unsigned long long>(report->torn_bytes), report->torn_segment.c_str(), static_cast<unsigned long long>(report->torn_offset));
    }
    const bool ok = damage.empty();
    if (context.json()) {
        print_json({{"ok", ok}, {"segments", report->segments}, {"events", report->events}, {"damage", damage}});
    } else {
        for (const Json& one : damage) print("damaged: " + describe_damage(one));
        if (!ok) print("what to do: " + damage_advice());
        print(std::string(ok ? "ok: " : "damage found: ") + std::to_string(report->events) + " events in " + std::to_string(report->segments) + " segments");
    }
    return ok ? exit_done : exit_no;
}

int log_stats(Context& context) {
    SystemDisk disk;
    const std::string folder = log_folder(context);
    if (auto found = client::find_log(disk, folder); !found) return fail(found.error());
    auto names = disk.list(folder);
    if (!names) return fail(names.error());
    std::uint64_t bytes = 0, segments = 0;
    for (const std::string& name : *names) {
        auto file = disk.open(folder + "/" + name, OpenMode::Read);
        if (!file || !(name.ends_with(".log") || name.ends_with(".log.zst"))) continue;
        ++segments;
        if (auto size = (*file)->size()) bytes += *size;
    }
    std::map<std::string, std::uint64_t> by_type;
    std::uint64_t events = 0, first = 0, last = 0;
    auto folded = client::fold_log(disk, context.data_folder(), folder, [&](const domain::Event& event, const domain::State&) {
        ++by_type[to_text(event.header.type)];
        ++events;
        if (first == 0) first = event.header.position.value;
        last = event.header.position.value;
        return true;
    });
    if (!folded) return fail(folded.error());
    if (context.json()) {
        print_json({{"segments", segments}, {"bytes", bytes}, {"events", events}, {"first_position", first}, {"last_position", last},
                    {"tasks", folded->state->tasks.size()}, {"runs", folded->state->runs.size()}, {"by_type", by_type}});
        return exit_done;
    }
    print(counted(events, "event") + " (positions " + std::to_string(first) + " to " + std::to_string(last) + "), " + counted(segments, "segment") + ", " +
          counted(bytes, "byte") + ", " + counted(folded->state->tasks.size(), "task") + ", " + counted(folded->state->runs.size(), "run"));
    for (const auto& [type, count] : by_type) print("  " + type + " " + std::to_string(count));
    return exit_done;
}

int log_compact(Context& context) {
    SystemDisk disk;
    const std::string folder = log_folder(context);
    auto keep = context.options().integer("keep", 1, 1, 1000000);
    if (!keep) return fail(keep.error());
    if (auto found = client::find_own_log(disk, folder); !found) return fail(found.error());
    auto report = eventlog::compact(disk, folder, static_cast<std::uint32_t>(*keep));
    if (!report) return fail(report.error());
    if (context.json()) {
        print_json({{"segments", report->segments}, {"compressed", report->compressed}, {"bytes_before", report->bytes_before}, {"bytes_after", report->bytes_after}});
    } else {
        print("compressed " + std::to_string(report->compressed) + " of " + std::to_string(report->segments) + " segments: " +
              std::to_string(report->bytes_before) + " bytes before, " + std::to_string(report->bytes_after) + " now");
    }
    return exit_done;
}

std::string text_of_line(const Json& document) { return document.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"; }

int log_export(Context& context) {
    auto out = TextOutput::open(context.options().value("out"));
    if (!out) return fail(out.error());
    Json events = Json::array();
    const bool one_document = context.json();
    auto state = walk_events(context, [&](const domain::Event& event, const domain::State& before) {
        Json document = event_document(before, event);
        if (one_document) events.push_back(std::move(document));
        else out->add(text_of_line(document));
        return out->is_well();
    });
    if (state && one_document) out->add(text_of_line(Json{{"events", events}}));
    const Status written = out->finish();
    if (!state) return fail(state.error());
    return written ? exit_done : fail(exit_no, "the events could not be written: " + written.error().message);
}

}  // namespace

std::vector<Verb> log_verbs() {
    const OptionSpec dir{"log-dir", "DIR", "folder of segments (default: DATA/log)"};
    return {{"log", "verify", "check every byte of the log; exit 1 and what is hurt if there is damage", {dir}, log_verify},
            {"log", "stats", "how many events, of which kind", {dir}, log_stats},
            {"log", "compact", "compress closed segments; they stay replayable, also beside a running orchestrator", {dir, {"keep", "N", "so many of the newest segments stay as they are (default and at least 1)"}}, log_compact},
            {"log", "export", "all events as JSON lines (one document with --json)", {dir, {"out", "FILE", "write to a file"}}, log_export}};
}

}  // namespace apollo::cli
