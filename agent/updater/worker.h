// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// `apollo-updater --resume`: carries out the upgrade whose journal is found. Nobody's child that matters: neither the agent's end nor
// that of the attempt that waits for the outcome touches it.
#pragma once

#include <string>

#include "agent/updater/upgrade.h"
#include "common/base/disk.h"

namespace apollo::updater {

// True when there was something to do and it is done, one way or the other; false when there is no journal, or another one works
// on it. Damaged: the journal cannot be read; it is put aside, and an agent that is not well then is replaced by the one that was kept.
// `times`: of such an agent; of an upgrade that is known the journal says them.
Result<bool> resume(Disk& disk, const std::string& data_folder, const Journal& times = {});

}  // namespace apollo::updater
