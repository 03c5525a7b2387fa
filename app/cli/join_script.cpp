// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/join_script.h"

#include <QByteArray>
#include <nlohmann/json.hpp>

namespace apollo::cli {

namespace {

constexpr const char* script_beginning = R"sh(#!/bin/sh
# Lets this machine join an Apollo-11 cluster. Made by apollo-cli node package.
# It holds a token that is good for one node: keep it secret, run it once, delete it.
set -eu
say() { echo "apollo: $*"; }
fail() { echo "apollo: $*" >&2; exit 1; }
)sh";

constexpr const char* script_checks = R"sh(
settings=/etc/apollo/agent.yaml
token_file=/etc/apollo/agent.token
certificate=/var/lib/apollo/agent/pki/agent.crt
[ "$(id -u)" -eq 0 ] || fail "run this as root"
[ ! -s "$certificate" ] || fail "this machine has joined already; to let it join anew, revoke the node and purge apollo-agent"
)sh";

constexpr const char* script_unpack = R"sh(
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
sed '1,/^#PACKAGE$/d' "$0" | base64 -d > "$folder/apollo-agent.deb"
say "installing apollo-agent $(dpkg-deb -f "$folder/apollo-agent.deb" Version)"
DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$folder/apollo-agent.deb" > "$folder/log" 2>&1 || { cat "$folder/log" >&2; fail "apollo-agent could not be installed"; }
)sh";

constexpr const char* script_no_package = R"sh(
[ -x /usr/bin/apollo-agent ] || fail "install the package apollo-agent first, or have it put in: apollo-cli node package --package FILE.deb"
)sh";

constexpr const char* script_ending = R"sh(
# The shipped file has each key once, commented out or not.
set_key() {
    sed -i "/^#* *$1:/d" "$settings"
    printf '%s: %s\n' "$1" "$2" >> "$settings"
}
set_key server "\"$server\""
set_key token_file "$token_file"
[ -z "$labels" ] || set_key labels "$labels"
[ -z "$groups" ] || set_key groups "$groups"
(umask 077; printf '%s\n' "$token" > "$token_file")
systemctl restart apollo-agent || fail "the service did not start; see: journalctl -u apollo-agent"
tries=0
until [ -s "$certificate" ]; do
    tries=$((tries + 1))
    ! systemctl is-failed --quiet apollo-agent || fail "the agent has ended: its token or its settings are refused; see: journalctl -u apollo-agent"
    [ "$tries" -le 120 ] || fail "not joined within 60 s; the service goes on trying, see: journalctl -u apollo-agent"
    sleep 0.5
done
rm -f "$token_file"
say "this machine has joined; the service apollo-agent runs"
exit 0
)sh";

std::string quoted(const std::string& text) {
    std::string result = "'";
    for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
}

// JSON in one line is YAML, too.
template <typename T>
std::string yaml_of(const T& values) {
    return values.empty() ? "" : nlohmann::json(values).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

std::string join_script(const JoinScript& what) {
    std::string text = std::string(script_beginning) + "# The token expires at " + what.expires_at + ".\nserver=" + quoted(what.server) + "\ntoken=" + quoted(what.token) +
                       "\nlabels=" + quoted(yaml_of(what.labels)) + "\ngroups=" + quoted(yaml_of(what.groups)) + "\n" + script_checks +
                       (what.package.empty() ? script_no_package : script_unpack) + script_ending;
    if (what.package.empty()) return text;
    const QByteArray coded = QByteArray::fromStdString(what.package).toBase64();
    text += "#PACKAGE\n";
    constexpr qsizetype width = 76;
    for (qsizetype at = 0; at < coded.size(); at += width) text += coded.mid(at, width).toStdString() + "\n";
    return text;
}

}  // namespace apollo::cli
