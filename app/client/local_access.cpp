// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <nlohmann/json.hpp>

#include "app/client/remote_session.h"
#include "common/base/host.h"

namespace apollo::client {

std::string profile_folder(const std::string& name) {
    return home_folder() + "/.config/apollo/profiles/" + name;
}

Result<transport::SigningRequest> make_operator_request(const std::string& name) { return transport::make_signing_request(name); }

Status store_profile(const std::string& folder, const transport::Credentials& credentials, const transport::ServerAddress& server) {
    SystemDisk disk;
    if (auto made = disk.make_folder(folder); !made) return made;
    if (auto stored = transport::store_credentials(disk, folder, "operator", credentials); !stored) return stored;
    const std::string text = server.host + ":" + std::to_string(server.port) + "\n";
    return disk.write_file_atomically(folder + "/server", as_bytes(text));
}

Result<LocalAccess> find_profile(const std::string& name, const std::string& address) {
    if (!is_valid_name(name)) return Error{ErrorKind::BadInput, "'" + name + "' is no profile name"};
    const std::string folder = profile_folder(name);
    SystemDisk disk;
    auto credentials = transport::load_credentials(disk, folder, "operator");
    if (!credentials) return Error{ErrorKind::BadInput, "profile " + name + " cannot be used: " + credentials.error().message};
    std::string text = address;
    if (text.empty()) {
        auto stored = disk.read_file(folder + "/server");
        if (!stored) return Error{ErrorKind::BadInput, "profile " + name + " names no server; add --connect HOST:PORT"};
        text = *stored;
        while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
    }
    auto server = transport::server_address_from_text(text);
    if (!server) return server.error();
    return LocalAccess{*server, std::move(credentials).value()};
}

Result<api::Session> make_profile_session(const std::string& name, const std::string& address) {
    auto access = find_profile(name, address);
    if (!access) return access.error();
    return make_remote_session(access->address, access->credentials);
}

Result<LocalAccess> find_local_orchestrator(const std::string& data_folder) {
    SystemDisk disk;
    const Error nobody{ErrorKind::Unreachable, "no orchestrator runs on the data folder " + data_folder +
                                                   "; start one with: apollo-orchestrator --data " + data_folder};
    auto text = disk.read_file(data_folder + "/run/endpoint");
    if (!text && text.error().kind == ErrorKind::NotAllowed) {
        return Error{ErrorKind::NotAllowed, text.error().message + "; run this as the user that the orchestrator runs as, or with --profile NAME as an operator of your own"};
    }
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
