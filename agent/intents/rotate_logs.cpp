// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/intents/builtin.h"
#include "agent/intents/params.h"
#include "agent/intents/placing.h"
#include "common/base/bytes.h"
#include "common/base/disk.h"

namespace apollo::agent {

namespace {

std::string numbered(const std::string& path, std::int64_t number) {
    return number == 0 ? path : path + "." + std::to_string(number);
}

// The moves in the order they must happen: the oldest first. A gap in the numbers ends the shifting.
nlohmann::json make_plan(const std::string& path, std::int64_t keep) {
    std::int64_t last = 0;
    while (last < keep && look_at(numbered(path, last), Links::Look).regular) ++last;
    nlohmann::json moves = nlohmann::json::array();
    for (std::int64_t number = last - 1; number >= 0; --number) {
        const std::string from = numbered(path, number);
        moves.push_back({{"from", from}, {"to", numbered(path, number + 1)}, {"inode", look_at(from, Links::Look).identity}});
    }
    return {{"path", path}, {"done", false}, {"moves", moves}};
}

// A move that an earlier attempt has done is recognised by the file it moved.
Status carry_out(const nlohmann::json& plan) {
    for (const auto& move : plan["moves"]) {
        const auto from = move["from"].get<std::string>();
        const auto to = move["to"].get<std::string>();
        if (look_at(from, Links::Look).identity != move["inode"].get<std::uint64_t>()) continue;
        if (auto moved = move_file(from, to); !moved) return moved;
    }
    const auto path = plan["path"].get<std::string>();
    const auto slash = path.rfind('/');
    return SystemDisk().sync_folder(slash == 0 ? "/" : path.substr(0, slash));
}

nlohmann::json summary(const nlohmann::json& plan, bool repeated) {
    nlohmann::json moved = nlohmann::json::array();
    for (const auto& move : plan["moves"]) moved.push_back(move["to"]);
    return {{"path", plan["path"]}, {"rotated", !moved.empty()}, {"files", moved}, {"already_done", repeated}};
}

}  // namespace

Result<nlohmann::json> rotate_logs(const BuiltinInput& input) {
    const auto path = absolute_path(input.params, "path");
    if (!path) return path.error();
    const auto keep = whole_number(input.params, "keep", 7, 1, 1000);
    if (!keep) return keep.error();
    const auto min_bytes = whole_number(input.params, "min_bytes", 0, 0, std::int64_t{1} << 60);
    if (!min_bytes) return min_bytes.error();

    SystemDisk disk;
    const std::string marker = input.checkpoint_folder + "/rotate_logs.json";
    nlohmann::json plan;
    if (const auto known = disk.read_file(marker); known) plan = nlohmann::json::parse(*known, nullptr, false);
    if (plan.is_object() && plan.value("path", "") == *path) {
        if (plan.value("done", false)) return summary(plan, true);
    } else {
        const FileFacts file = look_at(*path, Links::Look);
        if (!file.regular || file.size_bytes < static_cast<std::uint64_t>(*min_bytes)) {
            const char* reason = file.regular ? "smaller than min_bytes" : "there is no such regular file";
            return nlohmann::json{{"path", *path}, {"rotated", false}, {"reason", reason}};
        }
        plan = make_plan(*path, *keep);
        if (auto written = disk.write_file_atomically(marker, as_bytes(plan.dump())); !written) return written.error();
    }
    if (auto moved = carry_out(plan); !moved) return moved.error();
    plan["done"] = true;
    if (auto written = disk.write_file_atomically(marker, as_bytes(plan.dump())); !written) return written.error();
    return summary(plan, false);
}

}  // namespace apollo::agent
