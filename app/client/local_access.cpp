// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <nlohmann/json.hpp>

#include "app/client/remote_session.h"

namespace apollo::client {

Result<LocalAccess> find_local_orchestrator(const std::string& data_folder) {
    SystemDisk disk;
    const Error nobody{ErrorKind::Unreachable, "no orchestrator runs on the data folder " + data_folder +
                                                   "; start one with: apollo-orchestrator --data " + data_folder};
    auto text = disk.read_file(data_folder + "/run/endpoint");
    if (!text) return nobody;
    const auto json = nlohmann::json::parse(*text, nullptr, false);
    if (!json.is_object() || !json.contains("host") || !json.contains("port")) return nobody;
    LocalAccess access;
    access.address = {json.value("host", std::string("127.0.0.1")), json.value("port", std::uint16_t{0})};
    auto credentials = transport::load_credentials(disk, data_folder + "/pki", "operator");
    if (!credentials) {
        return Error{ErrorKind::NotAllowed, "the operator's key in " + data_folder + "/pki cannot be read: " + credentials.error().message};
    }
    access.credentials = std::move(credentials).value();
    return access;
}

}  // namespace apollo::client
