// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// node package: a token and all that a new node needs, in one file.
#include <QFile>

#include "app/cli/commands.h"
#include "app/cli/join_script.h"
#include "app/client/remote_session.h"
#include "common/base/disk.h"

namespace apollo::cli {

namespace {

constexpr std::int64_t day_s = 86400;

Result<JoinScript> script_without_token(const Context& context) {
    JoinScript script;
    auto server = context.required("server");
    if (!server) return server.error();
    if (auto address = transport::server_address_from_text(*server); !address || address->port == 0)
        return Error{ErrorKind::BadInput, "--server must be HOST:PORT as the node will reach it, not '" + *server + "'"};
    script.server = *server;
    for (const std::string& label : context.options().values("label")) {
        const auto equals = label.find('=');
        if (equals == std::string::npos || equals == 0) return Error{ErrorKind::BadInput, "--label " + label + ": write KEY=VALUE"};
        script.labels[label.substr(0, equals)] = label.substr(equals + 1);
    }
    script.groups = context.options().values("group");
    if (context.options().has("package")) {
        SystemDisk disk;
        auto bytes = disk.read_file(context.options().value("package"));
        if (!bytes) return Error{ErrorKind::BadInput, bytes.error().message};
        if (bytes->rfind("!<arch>\n", 0) != 0) return Error{ErrorKind::BadInput, context.options().value("package") + " is no Debian package"};
        script.package = std::move(bytes).value();
    }
    return script;
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

int node_package(Context& context) {
    // "linux" is all there is; asking keeps scripts true when there is more.
    if (auto system = context.required("for"); !system) return fail(system.error());
    auto ttl = context.options().integer("ttl", day_s, 1, 30 * day_s);
    if (!ttl) return fail(ttl.error());
    auto script = script_without_token(context);
    if (!script) return fail(script.error());
    auto session = context.session();
    if (!session) return fail(session.error());
    auto token = await<domain::CommandResult>([&](auto done) { session->commands->send(domain::CreateNodeToken{*ttl * 1000}, std::move(done)); });
    if (!token) return fail(token.error());
    script->token = token->token;
    script->expires_at = to_rfc3339(token->expires_at);
    const std::string text = join_script(*script), out = context.options().value("out");
    if (!out.empty()) {
        if (auto written = write_script(out, text); !written) return fail(written.error());
    }
    if (context.json()) {
        print_json({{"for", "linux"}, {"server", script->server}, {"ca_fingerprint", token->ca_fingerprint}, {"expires_at", script->expires_at},
                    {"out", out.empty() ? Json(nullptr) : Json(out)}, {"script", out.empty() ? Json(text) : Json(nullptr)}});
    } else if (out.empty()) {
        std::fputs(text.c_str(), stdout);
    } else {
        print(out + ": run it as root on one node, before " + script->expires_at);
    }
    return exit_done;
}

}  // namespace

Verb node_package_verb() {
    return {"node", "package", "write a script that lets one new node join, with server and one-time token in it",
            {{"for", "SYSTEM", "what the node runs: linux", false, {"linux"}},
             {"server", "HOST:PORT", "where the node will reach the orchestrator"},
             {"package", "FILE", "the apollo-agent package, put into the script and installed by it"},
             {"label", "KEY=VALUE", "a label of the node", true},
             {"group", "GROUP", "a group of the node", true},
             {"ttl", "S", "seconds until the token expires (default 86400)"},
             {"out", "FILE", "where to, readable by you only (default: the standard output)"}},
            node_package};
}

}  // namespace apollo::cli
