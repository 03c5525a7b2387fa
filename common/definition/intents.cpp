// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/definition/intents.h"

#include <algorithm>

namespace apollo::definition {

namespace {

using Kind = IntentParam::Kind;
using Params = std::vector<IntentParam>;

IntentParam number(const char* name, std::int64_t low, std::int64_t high) { return {name, Kind::Number, false, low, high}; }
IntentParam choice(const char* name, std::vector<const char*> choices) { return {name, Kind::Choice, false, 0, 0, std::move(choices)}; }
IntentParam url(std::vector<const char*> schemes) { return {"url", Kind::Url, true, 0, 0, std::move(schemes)}; }

Params fetch_params() {
    return {url({"http", "https", "file"}), {"sha256", Kind::Sha256, true}, {"path", Kind::Path, true}, {"mode", Kind::Mode}, number("max_bytes", 1, std::int64_t{1} << 40)};
}

Params upgrade_params() {
    Params params = fetch_params();
    params.push_back({"service", Kind::Service, true});
    params.push_back(number("settle_ms", 0, 600000));
    return params;
}

std::vector<BuiltinIntent> make_intents() {
    using domain::Idempotency;
    const Params service{{"name", Kind::Service, true}, choice("state", {"started", "stopped"}), {"enabled", Kind::Boolean}};
    const Params request{url({"http", "https"}), choice("method", {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"}), {"headers", Kind::Headers}, {"body"},
                         {"expect", Kind::Statuses}, number("timeout_s", 1, 3600)};
    const Params waiting{{"tcp", Kind::Address}, {"file", Kind::Path}, {"command", Kind::Words}, number("timeout_s", 0, 30 * 24 * 3600), number("interval_ms", 10, 3600 * 1000)};
    return {
        {"run_command", std::nullopt, {{"argv", Kind::Words, true}, {"env", Kind::Variables}, {"cwd", Kind::Path}}},
        {"collect_metrics", Idempotency::IdempotentWrite, {{"path", Kind::Path}}},
        {"ensure_file", Idempotency::IdempotentWrite, {{"path", Kind::Path, true}, {"content", Kind::Text, true}, {"mode", Kind::Mode}}},
        {"rotate_logs", Idempotency::IdempotentWrite, {{"path", Kind::Path, true}, number("keep", 1, 1000), number("min_bytes", 0, std::int64_t{1} << 50)}},
        {"ensure_service", Idempotency::IdempotentWrite, service, {}, {"state", "enabled"}},
        {"ensure_service.compensate", Idempotency::IdempotentWrite, service},
        {"fetch_artifact", Idempotency::IdempotentWrite, fetch_params()},
        {"fetch_artifact.compensate", Idempotency::IdempotentWrite, fetch_params()},
        {"upgrade_service", Idempotency::IdempotentWrite, upgrade_params()},
        {"upgrade_service.compensate", Idempotency::IdempotentWrite, upgrade_params()},
        {"upgrade_agent", Idempotency::IdempotentWrite,
         {{"sha256", Kind::Sha256, true}, {"signature"}, number("health_timeout_s", 1, 3600), number("settle_s", 1, 3600)}},
        // What a request does when it is repeated only its author knows.
        {"http_request", std::nullopt, request},
        {"wait_for", Idempotency::IdempotentWrite, waiting, {"tcp", "file", "command"}},
    };
}

}  // namespace

const std::vector<BuiltinIntent>& builtin_intents() {
    static const std::vector<BuiltinIntent> intents = make_intents();
    return intents;
}

const BuiltinIntent* find_builtin(const std::string& name) {
    const auto& all = builtin_intents();
    const auto found = std::find_if(all.begin(), all.end(), [&](const BuiltinIntent& one) { return name == one.name; });
    return found == all.end() ? nullptr : &*found;
}

bool is_text(IntentParam::Kind kind) {
    switch (kind) {
        case Kind::Number:
        case Kind::Boolean:
        case Kind::Words:
        case Kind::Variables:
        case Kind::Headers:
        case Kind::Statuses: return false;
        default: return true;
    }
}

}  // namespace apollo::definition
