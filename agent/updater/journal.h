// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The folder DATA/upgrade and what an upgrade writes down in it:
//   journal.json    there from the order to the outcome; the agent and the service manager look for it and start the updater
//   lock            held by the one updater that works
//   tool.json       the process that saves or installs just now (agent/updater/running_tool.h)
//   apollo-updater, upgrade-package   copies: an installation may replace, or break, the installed ones
//   package, previous                 what is installed, and what was there before
//   upgrade.log     what the tools said
//   temp            what they unpacked, on Windows
// The outcome is put into the order's own folder (Journal::order) as outcome.json.
#pragma once

#include "agent/updater/upgrade.h"
#include "common/base/disk.h"
#include "common/base/host.h"

namespace apollo::updater {

struct UpgradeFolder {
    explicit UpgradeFolder(const std::string& data_folder) : path(data_folder + "/upgrade") {}
    std::string file(const std::string& name) const { return path + "/" + name; }
    std::string journal() const { return file("journal.json"); }
    std::string lock() const { return file("lock"); }
    // Windows executes what is named so only.
    std::string package() const { return program_file(path, "package"); }
    std::string previous() const { return program_file(path, "previous"); }
    std::string tool() const { return file("tool.json"); }
    std::string log() const { return file("upgrade.log"); }
    std::string temporary() const { return file("temp"); }
    std::string path;
};

std::string to_text(const Journal& journal);
Result<Journal> journal_from_text(const std::string& text);

// Durable when it returns.
Status write_outcome(Disk& disk, const std::string& order, const Outcome& outcome);
// nullopt: there is none (yet).
std::optional<Outcome> read_outcome(Disk& disk, const std::string& order);
void remove_outcome(Disk& disk, const std::string& order);

}  // namespace apollo::updater
