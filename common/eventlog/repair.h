// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Heals damaged places of a log from a good copy of the same log (a backup, see log_copy.h). The copy has the same bytes at the
// same offsets, so what is unreadable here is taken from there, and put in place only when it reads whole.
//
// A log whose end is gone, so that it looks whole but ends before the copy, gets that end back, too.
//
// Nobody may write the log meanwhile. At any interruption each segment is either as it was or healed; the hurt file is kept.
#pragma once

#include <string>
#include <vector>

#include "common/base/disk.h"
#include "common/eventlog/log_writer.h"

namespace apollo::eventlog {

struct HealedPlace {
    Damage damage;
    std::string obstacle;  // why it is not healed, one sentence; empty: it is (or, only looking, it can be)
};

struct RepairFolders {
    std::string log;
    std::string copy;       // the folder of segments of the good copy
    std::string set_aside;  // hurt files go here; made when needed
};

// One entry per damaged place (a file that is only named wrongly is none); no entry: nothing is damaged. `only_look` changes nothing but for a file in
// `set_aside` that is removed again. `known_end`: how far others prove that the log once reached; what neither log nor copy holds of
// that is a place of its own, without a segment.
Result<std::vector<HealedPlace>> repair(Disk& disk, const RepairFolders& folders, const LogWriter::OwnerOfBody& owner_of_body, bool only_look, Position known_end = {});

}  // namespace apollo::eventlog
