// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/definition/parse.h"

namespace apollo::definition {

const std::vector<BuiltinIntent>& builtin_intents() {
    using domain::Idempotency;
    static const std::vector<BuiltinIntent> intents{
        {"run_command", std::nullopt},
        {"collect_metrics", Idempotency::IdempotentWrite},
        {"ensure_file", Idempotency::IdempotentWrite},
        {"rotate_logs", Idempotency::IdempotentWrite},
    };
    return intents;
}

}  // namespace apollo::definition
