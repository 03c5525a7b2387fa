// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <cstdlib>

#include "agent/intents/builtin.h"
#include "agent/intents/files.h"
#include "agent/intents/params.h"
#include "agent/intents/placing.h"
#include "common/base/disk.h"

namespace apollo::agent {

namespace {

constexpr mode_t default_mode = 0644;

// -1 when the param is absent.
Result<int> wanted_mode(const nlohmann::json& params) {
    if (!params.contains("mode")) return -1;
    const Error bad{ErrorKind::BadInput, "the param 'mode' must be an octal text such as \"0644\""};
    if (!params["mode"].is_string()) return bad;
    const auto text = params["mode"].get<std::string>();
    if (text.empty() || text.size() > 4 || text.find_first_not_of("01234567") != std::string::npos) return bad;
    return static_cast<int>(std::strtol(text.c_str(), nullptr, 8));
}

}  // namespace

Result<nlohmann::json> ensure_file(const BuiltinInput& input) {
    auto path = absolute_path(input.params, "path");
    if (!path) return path.error();
    if (!input.params.contains("content")) return bad_input("the param 'content' is missing");
    const auto text = plain_text(input.params["content"], "the param 'content'");
    if (!text) return text.error();
    const std::string& content = *text;
    const auto mode = wanted_mode(input.params);
    if (!mode) return mode.error();
    const FileFacts present = look_at(*path, Links::Follow);
    if (present.exists && !present.regular) return Error{ErrorKind::BadInput, *path + " is not a regular file"};
    const mode_t old_mode = present.exists ? present.mode : default_mode;
    const mode_t new_mode = *mode < 0 ? old_mode : kept_mode(static_cast<mode_t>(*mode));
    if (present.exists && old_mode == new_mode && present.size_bytes == content.size()) {
        const auto old_content = SystemDisk().read_file(*path);
        if (old_content && *old_content == content) return nlohmann::json{{"path", *path}, {"changed", false}};
    }
    if (auto written = replace_file(*path, content, new_mode); !written) return written.error();
    return nlohmann::json{{"path", *path}, {"changed", true}, {"size_bytes", content.size()}};
}

}  // namespace apollo::agent
