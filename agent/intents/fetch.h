// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Bringing a file with known content to its place, shared by fetch_artifact and upgrade_service.
#pragma once

#include <sys/types.h>

#include <nlohmann/json.hpp>
#include <string>

#include "common/base/result.h"

namespace apollo::agent {

struct FetchParams {
    std::string url;     // http://, https:// or file:///absolute/path
    std::string sha256;
    std::string path;    // absolute
    mode_t mode = 0644;
    std::int64_t max_bytes = 0;
};
Result<FetchParams> read_fetch_params(const nlohmann::json& params);

// True if the file was put there, false if it was there already. A wrong content never reaches `path`.
Result<bool> fetch(const FetchParams& params, const std::string& checkpoint_folder);

}  // namespace apollo::agent
