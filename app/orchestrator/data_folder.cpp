// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/orchestrator/data_folder.h"

#include <nlohmann/json.hpp>

namespace apollo::orchestrator {

Result<FolderLock> claim_data_folder(Disk& disk, const DataPaths& paths) {
    for (const std::string& folder : {paths.root, paths.run()}) {
        if (auto made = disk.make_folder(folder); !made) return made.error();
    }
    auto lock = FolderLock::take(paths.lock_file());
    if (!lock) return lock;
    for (const std::string& folder : {paths.log(), paths.snapshots(), paths.artifacts(), paths.pki(), paths.index()}) {
        if (auto made = disk.make_folder(folder); !made) return made.error();
    }
    // Left by one that was killed: until this one listens, nobody does.
    if (disk.exists(paths.endpoint_file())) (void)disk.remove(paths.endpoint_file());
    return lock;
}

bool is_restore_incomplete(Disk& disk, const DataPaths& paths) {
    const auto marker = disk.read_file(paths.restored_file());
    return marker.ok() && marker->starts_with("incomplete");
}

Status write_endpoint(Disk& disk, const DataPaths& paths, const Endpoint& endpoint) {
    const std::string text = nlohmann::json{{"host", endpoint.host}, {"port", endpoint.port}}.dump() + "\n";
    return disk.write_file_atomically(paths.endpoint_file(), as_bytes(text));
}

}  // namespace apollo::orchestrator
