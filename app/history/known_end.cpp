// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/history/known_end.h"

#include <optional>

#include "app/history/place.h"
#include "app/history/queries.h"
#include "common/codec/event_codec.h"
#include "common/eventlog/log_reader.h"
#include "common/eventlog/segment_files.h"

namespace apollo::history {

namespace {

// From the newest segment that holds one.
std::optional<domain::EventHeader> last_event(Disk& disk, const std::string& log) {
    const auto segments = eventlog::list_segments(disk, log);
    if (!segments) return std::nullopt;
    std::string body;
    for (auto segment = segments->rbegin(); segment != segments->rend() && body.empty(); ++segment) {
        if (!segment->header_intact) continue;
        auto reader = eventlog::LogReader::open(disk, log, Position{segment->first.value - 1});
        eventlog::Record record;
        while (reader && (*reader)->next(record)) body.assign(reinterpret_cast<const char*>(record.body.data()), record.body.size());
    }
    const auto event = codec::decode_event(as_bytes(body));
    return event ? std::optional(event->header) : std::nullopt;
}

}  // namespace

Position known_end(Disk& disk, const std::string& data_folder, const std::string& place) {
    const auto reached = position_at(place);
    if (!reached) return {};
    const auto last = last_event(disk, data_folder + "/log");
    // In the folder itself it is this log's, and nothing is left that could contradict; a database may be anybody's.
    if (!last) return is_on_server(place) ? Position{} : *reached;
    if (*reached <= last->position) return {};
    const auto is_same_log = place_holds_event(place, *last);
    return is_same_log && *is_same_log ? *reached : Position{};
}

}  // namespace apollo::history
