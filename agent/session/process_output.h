// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What a process left in its attempt's folder.
#pragma once

#include <string>

#include "agent/core/messages.h"

namespace apollo::agent {

// Reads FOLDER/output and FOLDER/output.json. Output of at most 1 KiB that is UTF-8 goes into the event, everything else is
// named by its SHA-256 and stays where it is until it is uploaded. What cannot be used is said in the record's message.
ProcessEnd collect_end(const std::string& folder, const ExitRecord& record);

std::string output_file(const std::string& folder);
// 0 if there is none.
std::uint64_t output_size_bytes(const std::string& folder);

}  // namespace apollo::agent
