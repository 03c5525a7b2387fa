// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/client/folder_log.h"

#include "common/artifacts/artifact_store.h"
#include "common/base/file_owner.h"
#include "common/codec/event_codec.h"
#include "common/codec/plan_codec.h"
#include "common/domain/reducer.h"
#include "common/eventlog/log_reader.h"
#include "common/eventlog/segment_files.h"

namespace apollo::client {

namespace {

codec::PlanSource plans_of(std::shared_ptr<artifacts::ArtifactStore> store) {
    return [store](const domain::ArtifactRef& reference) -> Result<std::shared_ptr<const domain::Plan>> {
        auto bytes = store->get(reference.id);
        if (!bytes) return bytes.error();
        return codec::plan_from_bytes(*bytes);
    };
}

}  // namespace

Status find_log(Disk& disk, const std::string& log_folder) {
    const auto segments = eventlog::list_segments(disk, log_folder);
    const std::string missing = "there is no log in " + log_folder, hint = "; is that the right folder?";
    if (segments) return segments->empty() ? Status(Error{ErrorKind::NotFound, missing + ": it holds no segment" + hint}) : success();
    const Error& error = segments.error();
    if (error.kind == ErrorKind::NotFound) return Error{error.kind, missing + hint};
    if (error.kind == ErrorKind::NotAllowed) return Error{error.kind, error.message + "; run this as the user whose data folder it is"};
    return success();
}

Status find_own_log(Disk& disk, const std::string& log_folder) {
    if (auto found = find_log(disk, log_folder); !found) return found;
    const std::string owner = other_owner(log_folder);
    if (owner.empty()) return success();
    return Error{ErrorKind::NotAllowed, log_folder + " is the user " + owner + "'s, who could not read what another user writes there; run this as that user: sudo -u '" + owner + "' apollo-cli …"};
}

Result<FoldedLog> fold_log(Disk& disk, const std::string& data_folder, const std::string& log_folder,
                           const std::function<bool(const domain::Event&, const domain::State&)>& visit) {
    if (auto found = find_log(disk, log_folder); !found) return found.error();
    auto reader = eventlog::LogReader::open(disk, log_folder);
    if (!reader) return reader.error();
    FoldedLog folded{std::make_shared<domain::State>(), {}};
    const auto plans = plans_of(std::make_shared<artifacts::ArtifactStore>(disk, data_folder + "/artifacts"));
    eventlog::Record record;
    while ((*reader)->next(record)) {
        auto event = codec::decode_event(record.body);
        if (!event) {
            folded.warnings.push_back(event.error().message);
            continue;
        }
        if (auto resolved = codec::resolve_plan(*event, plans); !resolved) folded.warnings.push_back(resolved.error().message);
        if (visit && !visit(*event, *folded.state)) break;
        domain::apply(*folded.state, *event);
    }
    if ((*reader)->error()) return *(*reader)->error();
    return folded;
}

}  // namespace apollo::client
