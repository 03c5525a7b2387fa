// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <cstdlib>

#include "agent/intents/builtin.h"
#include "agent/intents/fetch.h"
#include "agent/intents/files.h"
#include "agent/intents/http.h"
#include "agent/intents/params.h"
#include "agent/intents/placing.h"
#include "common/base/disk.h"

namespace apollo::agent {

namespace {

bool has_content(const std::string& path, const std::string& sha256) {
    if (!look_at(path, Links::Follow).regular) return false;
    const auto present = sha256_of_file(path);
    return present.ok() && *present == sha256;
}

Status download(const FetchParams& params, const std::string& part) {
    HttpRequest request;
    request.url = params.url;
    request.limit_bytes = static_cast<std::uint64_t>(params.max_bytes);
    request.save_to = part;
    const auto answer = exchange(request);
    if (!answer) return answer.error();
    if (answer->status == 200) return success();
    const bool passing = answer->status >= 500 || answer->status == 408 || answer->status == 429;
    return Error{passing ? ErrorKind::Unreachable : ErrorKind::BadInput, params.url + " answered with status " + std::to_string(answer->status)};
}

}  // namespace

Result<FetchParams> read_fetch_params(const nlohmann::json& json) {
    FetchParams params;
    auto path = absolute_path(json, "path");
    if (!path) return path.error();
    params.path = *path;
    if (!json.contains("url") || !json["url"].is_string()) return bad_input("the param 'url' must be an http, https or file address");
    params.url = json["url"].get<std::string>();
    if (!json.contains("sha256") || !json["sha256"].is_string() || !is_sha256(json["sha256"].get<std::string>())) {
        return bad_input("the param 'sha256' must be 64 lower-case hex digits");
    }
    params.sha256 = json["sha256"].get<std::string>();
    const auto max_bytes = whole_number(json, "max_bytes", std::int64_t{1} << 30, 1, std::int64_t{1} << 40);
    if (!max_bytes) return max_bytes.error();
    params.max_bytes = *max_bytes;
    if (!json.contains("mode")) return params;
    const auto mode = json["mode"].is_string() ? json["mode"].get<std::string>() : std::string();
    if (mode.empty() || mode.size() > 4 || mode.find_first_not_of("01234567") != std::string::npos) {
        return bad_input("the param 'mode' must be an octal text such as \"0644\"");
    }
    params.mode = static_cast<mode_t>(std::strtol(mode.c_str(), nullptr, 8));
    return params;
}

Result<bool> fetch(const FetchParams& params, const std::string& checkpoint_folder) {
    if (has_content(params.path, params.sha256)) return false;
    constexpr const char* file_scheme = "file://";
    std::string source = checkpoint_folder + "/part";
    const bool local = params.url.rfind(file_scheme, 0) == 0;
    if (local) source = path_of_file_address(params.url);
    // What an earlier attempt brought whole is not brought again.
    if (!local && !has_content(source, params.sha256)) {
        if (auto done = download(params, source); !done) return done.error();
    }
    const auto present = sha256_of_file(source);
    if (!present) return present.error();
    if (*present != params.sha256) {
        if (!local) (void)remove_file(source);
        return Error{ErrorKind::BadInput, params.url + " has the SHA-256 " + *present + ", not " + params.sha256};
    }
    if (auto placed = install_copy(source, params.path, params.mode); !placed) return placed.error();
    if (!local) (void)remove_file(source);
    return true;
}

Result<nlohmann::json> fetch_artifact(const BuiltinInput& input) {
    const auto params = read_fetch_params(input.params);
    if (!params) return params.error();
    const auto changed = fetch(*params, input.checkpoint_folder);
    if (!changed) return changed.error();
    return nlohmann::json{{"path", params->path}, {"sha256", params->sha256}, {"changed", *changed}};
}

// Only what this very step put there is taken away again.
Result<nlohmann::json> undo_fetch_artifact(const BuiltinInput& input) {
    const auto params = read_fetch_params(input.params);
    if (!params) return params.error();
    const bool there = has_content(params->path, params->sha256);
    if (there) {
        if (auto removed = remove_file(params->path); !removed) return removed.error();
    }
    return nlohmann::json{{"path", params->path}, {"changed", there}};
}

}  // namespace apollo::agent
