// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What the attempt of `upgrade_agent` does: checks the package, hands the upgrade over by writing its journal, and waits for the
// outcome. The agent starts the updater that carries it out (agent/main/upgrade_starter.h). An attempt whose guard was lost, or whose
// machine was, is tried again and only waits on.
#pragma once

#include <functional>
#include <string>

#include "agent/updater/upgrade.h"
#include "common/base/disk.h"

namespace apollo::updater {

struct Order {
    std::string data_folder;
    std::string package;          // what came from the center
    std::string upgrade_program;  // empty: this machine's own way
    std::string release_key;      // PEM file; empty: the center's word is enough
    std::string own_program;      // this program's file
    std::string params;           // JSON
    std::string folder;           // kept over attempts; the outcome is put there
};

// NotAllowed: not signed as this machine wants it. BadInput: params or package. Io, Refused: nothing was begun, perhaps later.
// `pause` is called between two looks.
Result<Outcome> carry_out_order(Disk& disk, const Order& order, const std::function<void()>& pause);

}  // namespace apollo::updater
