// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Histories worth looking at: the five-stage sample at three moments, real workflows, a roll-out to 300 nodes.
#pragma once

#include <string>
#include <vector>

#include "common/domain/event.h"

namespace apollo::gallery {

struct Show {
    std::string name;
    std::vector<domain::Event> events;
    std::string task;
    std::string at;  // as ControlCenter::Options::at; empty: live
};

// `data_folder`: with wfformat/ and graphs/; empty: only what is made up here. Says on stderr what it could not read.
std::vector<Show> make_shows(const std::string& data_folder);

}  // namespace apollo::gallery
