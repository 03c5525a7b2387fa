// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What the service is told at its installation: DATA/agent.yaml, and DATA/agent.token until the node has joined. For the files
// of Windows only.
#pragma once

#include <string>

#include "common/base/disk.h"
#include "common/base/options.h"

namespace apollo::agent {

// Takes server, token, node-id and labels from the options. What is not given there stays as the file says.
Status keep_service_settings(Disk& disk, const std::string& data_folder, const Options& options);

}  // namespace apollo::agent
