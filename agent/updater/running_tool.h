// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Which process installs, in DATA/upgrade/tool.json: an updater that is killed leaves it at work, and the next one has to know.
#pragma once

#include <optional>

#include "agent/updater/journal.h"
#include "common/base/disk.h"
#include "common/base/process_mark.h"

namespace apollo::updater {

Status keep_tool_mark(Disk& disk, const UpgradeFolder& folder, const ProcessMark& mark);
// nullopt: none is known. One that is may have ended.
std::optional<ProcessMark> read_tool_mark(Disk& disk, const UpgradeFolder& folder);

}  // namespace apollo::updater
