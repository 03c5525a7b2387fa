// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/updater/running_tool.h"

#include <nlohmann/json.hpp>

#include "common/base/bytes.h"

namespace apollo::updater {

Status keep_tool_mark(Disk& disk, const UpgradeFolder& folder, const ProcessMark& mark) {
    const nlohmann::json document{{"process", mark.pid}, {"start_ticks", mark.start_ticks}, {"boot_id", mark.boot_id}};
    return disk.write_file_atomically(folder.tool(), as_bytes(document.dump() + "\n"));
}

std::optional<ProcessMark> read_tool_mark(Disk& disk, const UpgradeFolder& folder) {
    if (!disk.exists(folder.tool())) return std::nullopt;
    const auto text = disk.read_file(folder.tool());
    const auto document = nlohmann::json::parse(text ? *text : std::string(), nullptr, false);
    if (!document.is_object()) return std::nullopt;
    try {
        return ProcessMark{document.at("process"), document.at("start_ticks"), document.at("boot_id")};
    } catch (const nlohmann::json::exception&) {
        return std::nullopt;
    }
}

}  // namespace apollo::updater
