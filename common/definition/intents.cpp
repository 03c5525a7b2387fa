// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/definition/parse.h"

namespace apollo::definition {

const std::vector<BuiltinIntent>& builtin_intents() {
    using domain::Idempotency;
    using Kind = IntentParam::Kind;
    using Params = std::vector<IntentParam>;
    static const Params service{{"name", Kind::Text, true}, {"state"}, {"enabled", Kind::Boolean}};
    static const Params fetch{{"url", Kind::Text, true}, {"sha256", Kind::Text, true}, {"path", Kind::Path, true}, {"mode"}, {"max_bytes", Kind::Number}};
    static const Params upgrade{{"url", Kind::Text, true}, {"sha256", Kind::Text, true}, {"path", Kind::Path, true}, {"mode"},
                                {"max_bytes", Kind::Number}, {"service", Kind::Text, true}, {"settle_ms", Kind::Number}};
    static const std::vector<BuiltinIntent> intents{
        {"run_command", std::nullopt, {}},
        {"collect_metrics", Idempotency::IdempotentWrite, {{"path", Kind::Path}}},
        {"ensure_file", Idempotency::IdempotentWrite, {{"path", Kind::Path, true}, {"content", Kind::Text, true}, {"mode"}}},
        {"rotate_logs", Idempotency::IdempotentWrite, {{"path", Kind::Path, true}, {"keep", Kind::Number}, {"min_bytes", Kind::Number}}},
        {"ensure_service", Idempotency::IdempotentWrite, service},
        {"ensure_service.compensate", Idempotency::IdempotentWrite, service},
        {"fetch_artifact", Idempotency::IdempotentWrite, fetch},
        {"fetch_artifact.compensate", Idempotency::IdempotentWrite, fetch},
        {"upgrade_service", Idempotency::IdempotentWrite, upgrade},
        {"upgrade_service.compensate", Idempotency::IdempotentWrite, upgrade},
        {"upgrade_agent", Idempotency::IdempotentWrite,
         {{"sha256", Kind::Text, true}, {"signature"}, {"health_timeout_s", Kind::Number}, {"settle_s", Kind::Number}}},
        // What a request does when it is repeated only its author knows.
        {"http_request", std::nullopt,
         {{"url", Kind::Text, true}, {"method"}, {"headers", Kind::Map}, {"body"}, {"expect", Kind::List}, {"timeout_s", Kind::Number}}},
        {"wait_for", Idempotency::IdempotentWrite,
         {{"tcp"}, {"file", Kind::Path}, {"command", Kind::List}, {"timeout_s", Kind::Number}, {"interval_ms", Kind::Number}}},
    };
    return intents;
}

}  // namespace apollo::definition
