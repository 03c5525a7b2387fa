// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What had become of the newest upgrade of each node's agent at the shown event.
#pragma once

#include <QString>
#include <map>

#include "app/viewmodels/navigator.h"

namespace apollo::viewmodels {

struct NodeUpgrade {
    Look look;
    QString why;  // it did not succeed, in its own words; may be empty
};

std::map<NodeIndex, NodeUpgrade> node_upgrades(const Navigator& navigator);
// "Failed: …", in the current language as far as the words are ours.
QString upgrade_text(const NodeUpgrade& upgrade);

}  // namespace apollo::viewmodels
