// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Built-in intents: what they declare, and what their params may be. One table for whoever reads a file, for the orchestrator that
// is handed a definition, and for the node that runs it, so that nothing passes here and is refused there. Site intents are known to
// agents only.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "common/domain/definition.h"

namespace apollo::definition {

struct IntentParam {
    enum class Kind {
        Text,      // what is a number or boolean by its looks is text as well
        Path,      // absolute on some system; which one the node has is not known yet
        Number,    // a whole one from `low` to `high`
        Boolean,
        Choice,    // one of `choices`
        Mode,      // octal digits
        Sha256,
        Service,   // of systemd or of Windows' service manager
        Address,   // HOST:PORT
        Url,       // its scheme is one of `choices`
        Words,     // a program and its arguments
        Variables, // of a process
        Headers,   // of HTTP
        Statuses,  // of HTTP
    };
    const char* name;
    Kind kind = Kind::Text;
    bool required = false;
    std::int64_t low = 0;
    std::int64_t high = 0;
    std::vector<const char*> choices{};
};

struct BuiltinIntent {
    const char* name;
    std::optional<domain::Idempotency> idempotency;  // absent: each step must declare its own (run_command)
    std::vector<IntentParam> params;
    std::vector<const char*> exactly_one_of{};
    std::vector<const char*> at_least_one_of{};
};
const std::vector<BuiltinIntent>& builtin_intents();
// Null: it is none.
const BuiltinIntent* find_builtin(const std::string& name);

// Written as text, whatever it looks like: 0644 and 42 stay what their author wrote.
bool is_text(IntentParam::Kind kind);

struct ParamFault {
    std::string param;  // the key; empty: of the params as a whole
    std::string item;   // within it: an index or a key; empty: the value as a whole
    std::string reason;  // a sentence that names the place: "'params.expect[1]' must be …"
    bool is_of_key = false;  // the key itself is wrong, not its value
};
// Texts with `${steps.NAME.output.KEY}` are looked at when they are filled in. `params` is an object.
std::vector<ParamFault> faults_of_params(const BuiltinIntent& intent, const nlohmann::json& params);

}  // namespace apollo::definition
