// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Where an orchestrator keeps what: names of the parts of a data folder, its lock, and the endpoint file that tells local
// programs where it listens.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "common/base/disk.h"
#include "common/base/folder_lock.h"

namespace apollo::orchestrator {

struct DataPaths {
    std::string root;
    std::string log() const { return root + "/log"; }
    std::string snapshots() const { return root + "/snapshots"; }
    std::string artifacts() const { return root + "/artifacts"; }
    std::string pki() const { return root + "/pki"; }
    std::string run() const { return root + "/run"; }
    std::string index() const { return root + "/index"; }
    std::string history() const { return root + "/history.sqlite"; }
    std::string lock_file() const { return run() + "/lock"; }
    std::string endpoint_file() const { return run() + "/endpoint"; }
    // Which callbacks were told; part of a backup, so that outstanding ones are not lost.
    std::string callbacks_file() const { return run() + "/callbacks.json"; }
    // What became of the backup, for `doctor`; not there when none is kept: {"folder","since","trouble"}.
    std::string backup_file() const { return run() + "/backup.json"; }
    // Left by `log restore`: the next start takes an epoch above all earlier ones. Holds "incomplete" until all is copied.
    std::string restored_file() const { return root + "/restored"; }
    std::string tokens_file() const { return pki() + "/tokens.json"; }
};

// Makes the folders and takes the lock. One sentence when the folder is not writable or in use.
Result<FolderLock> claim_data_folder(Disk& disk, const DataPaths& paths);

// `log restore` was interrupted: what is there looks whole and is not.
bool is_restore_incomplete(Disk& disk, const DataPaths& paths);

struct Endpoint {
    std::string host;
    std::uint16_t port = 0;
};
Status write_endpoint(Disk& disk, const DataPaths& paths, const Endpoint& endpoint);

}  // namespace apollo::orchestrator
