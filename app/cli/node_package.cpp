// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// node package: a token and all that a new node needs, in one file; for Windows in one folder.
#include <QFile>
#include <QFileInfo>

#include "app/cli/agent_package.h"
#include "app/cli/commands.h"
#include "app/cli/join_command.h"
#include "app/cli/join_script.h"
#include "app/client/remote_session.h"
#include "common/base/disk.h"
#include "common/base/file_copy.h"

namespace apollo::cli {

namespace {

constexpr std::int64_t day_s = 86400;

struct Wanted {
    bool is_windows = false;
    std::string server;
    std::map<std::string, std::string> labels;
    std::vector<std::string> groups;
    std::string package_file;  // empty: none
    std::string package;       // its bytes
    std::string out;           // empty: the standard output
};

Status read_package(Wanted& wanted) {
    SystemDisk disk;
    auto bytes = disk.read_file(wanted.package_file);
    if (!bytes) return Error{ErrorKind::BadInput, bytes.error().message};
    auto kind = inspect_package(wanted.package_file, *bytes);
    if (!kind) return kind.error();
    const auto needed = wanted.is_windows ? AgentPackage::System::Windows : AgentPackage::System::Linux;
    if (kind->system != needed) return Error{ErrorKind::BadInput, wanted.package_file + " is for " + to_text(kind->system) + ", --for asks for " + to_text(needed)};
    wanted.package = std::move(bytes).value();
    return success();
}

// The script brings its installer along; an installer asks for labels only.
Status check_for_windows(const Wanted& wanted) {
    if (wanted.package_file.empty()) return Error{ErrorKind::BadInput, "for Windows say which installer: --package apollo-11-...-windows-x86_64.exe"};
    if (wanted.out.empty()) return Error{ErrorKind::BadInput, "for Windows say which folder installer and script go to: --out FOLDER"};
    if (!wanted.groups.empty()) return Error{ErrorKind::BadInput, "the installer for Windows takes no groups; write groups: into the node's agent.yaml, or use --label"};
    return success();
}

Result<Wanted> read_wanted(const Context& context) {
    Wanted wanted;
    auto system = context.required("for"), server = context.required("server");
    for (const auto& one : {system, server}) {
        if (!one) return one.error();
    }
    if (auto address = transport::server_address_from_text(*server); !address || address->port == 0)
        return Error{ErrorKind::BadInput, "--server must be HOST:PORT as the node will reach it, not '" + *server + "'"};
    wanted.is_windows = *system == "windows";
    wanted.server = *server;
    for (const std::string& label : context.options().values("label")) {
        const auto equals = label.find('=');
        if (equals == std::string::npos || equals == 0) return Error{ErrorKind::BadInput, "--label " + label + ": write KEY=VALUE"};
        wanted.labels[label.substr(0, equals)] = label.substr(equals + 1);
    }
    wanted.groups = context.options().values("group");
    wanted.package_file = context.options().value("package");
    wanted.out = context.options().value("out");
    if (wanted.is_windows) {
        if (auto checked = check_for_windows(wanted); !checked) return checked.error();
    }
    if (!wanted.package_file.empty()) {
        if (auto read = read_package(wanted); !read) return read.error();
    }
    return wanted;
}

// It holds a secret: readable by its owner only from its first byte on.
Status write_script(const std::string& path, const std::string& text) {
    QFile file(QString::fromStdString(path));
    if (file.exists()) return Error{ErrorKind::BadInput, path + " exists already"};
    const auto owner_only = QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner;
    if (!file.open(QIODevice::WriteOnly | QIODevice::NewOnly, owner_only) || file.write(text.data(), static_cast<qint64>(text.size())) != static_cast<qint64>(text.size()) ||
        !file.flush())
        return Error{ErrorKind::Io, "could not write " + path + ": " + file.errorString().toStdString()};
    return success();
}

std::string installer_name(const Wanted& wanted) { return QFileInfo(QString::fromStdString(wanted.package_file)).fileName().toStdString(); }

Result<JoinCommand> command_for(const Wanted& wanted, const domain::CommandResult& token) {
    JoinCommand command{wanted.server, token.token, to_rfc3339(token.expires_at), wanted.labels, installer_name(wanted)};
    // What cannot be written is said before there is a token.
    if (auto text = join_command(command); !text) return text.error();
    return command;
}

Status write_folder(const Wanted& wanted, const domain::CommandResult& token) {
    SystemDisk disk;
    if (auto made = disk.make_folder(wanted.out); !made) return made;
    auto command = command_for(wanted, token);
    if (!command) return command.error();
    if (auto copied = copy_file(disk, wanted.package_file, wanted.out + "/" + command->installer); !copied) return copied;
    return write_script(wanted.out + "/join.cmd", *join_command(*command));
}

// The text, where there is no file for it.
Result<std::string> write_for_linux(const Wanted& wanted, const domain::CommandResult& token) {
    const std::string text = join_script({wanted.server, token.token, to_rfc3339(token.expires_at), wanted.labels, wanted.groups, wanted.package});
    if (wanted.out.empty()) return text;
    if (auto written = write_script(wanted.out, text); !written) return written.error();
    return std::string();
}

void tell(const Context& context, const Wanted& wanted, const domain::CommandResult& token, const std::string& text) {
    const std::string expires_at = to_rfc3339(token.expires_at);
    if (context.json()) {
        print_json({{"for", wanted.is_windows ? "windows" : "linux"}, {"server", wanted.server}, {"ca_fingerprint", token.ca_fingerprint}, {"expires_at", expires_at},
                    {"out", wanted.out.empty() ? Json(nullptr) : Json(wanted.out)}, {"script", wanted.out.empty() ? Json(text) : Json(nullptr)}});
    } else if (wanted.is_windows) {
        print(wanted.out + ": take it to one node and run join.cmd there as administrator, before " + expires_at);
    } else if (wanted.out.empty()) {
        std::fputs(text.c_str(), stdout);
    } else {
        print(wanted.out + ": run it as root on one node, before " + expires_at);
    }
}

int node_package(Context& context) {
    auto ttl = context.options().integer("ttl", day_s, 1, 30 * day_s);
    if (!ttl) return fail(ttl.error());
    auto wanted = read_wanted(context);
    if (!wanted) return fail(wanted.error());
    if (wanted->is_windows) {
        if (auto possible = command_for(*wanted, {}); !possible) return fail(possible.error());
    }
    auto session = context.session();
    if (!session) return fail(session.error());
    auto token = await<domain::CommandResult>([&](auto done) { session->commands->send(domain::CreateNodeToken{*ttl * 1000}, std::move(done)); });
    if (!token) return fail(token.error());
    std::string text;
    if (wanted->is_windows) {
        if (auto written = write_folder(*wanted, *token); !written) return fail(written.error());
    } else {
        auto written = write_for_linux(*wanted, *token);
        if (!written) return fail(written.error());
        text = *written;
    }
    tell(context, *wanted, *token, text);
    return exit_done;
}

}  // namespace

Verb node_package_verb() {
    return {"node", "package", "write a script that lets one new node join, with server and one-time token in it; for Windows a folder with the installer and the script join.cmd",
            {{"for", "SYSTEM", "what the node runs: linux or windows", false, {"linux", "windows"}},
             {"server", "HOST:PORT", "where the node will reach the orchestrator"},
             {"package", "FILE", "what is installed: the apollo-agent package, put into the script; for Windows the installer, put beside it"},
             {"label", "KEY=VALUE", "a label of the node", true},
             {"group", "GROUP", "a group of the node", true},
             {"ttl", "S", "seconds until the token expires (default 86400)"},
             {"out", "PATH", "where to, readable by you only: a file (default: the standard output); for Windows a folder"}},
            node_package};
}

}  // namespace apollo::cli
