// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Intents a site adds: one YAML file each in DATA/intents.
//
//   name: upgrade_service
//   idempotency: idempotent_write
//   params:
//     service: {type: text, required: true}
//     wait_s: {type: number, default: 5}
//   check:      {argv: [/usr/local/bin/service-is-current]}    # optional; exit 0 = already as wanted, apply is not run
//   apply:      {argv: [/usr/local/bin/upgrade-service]}
//   compensate: {argv: [/usr/local/bin/downgrade-service]}     # optional; dispatched as the intent NAME.compensate
//   progress:   {argv: [/usr/local/bin/upgrade-progress]}      # optional; declared for tools, never run by a step
//
// Params reach the commands as APOLLO_PARAM_<NAME> (upper case) and in the file APOLLO_PARAMS, never through a shell.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agent/intents/params.h"
#include "common/base/disk.h"
#include "common/domain/definition.h"

namespace apollo::agent {

struct SiteIntent {
    std::string name;
    std::optional<domain::Idempotency> idempotency;
    ParamSchema params;
    std::vector<std::string> check;  // argv; empty = none
    std::vector<std::string> apply;
    std::vector<std::string> progress;
    std::vector<std::string> compensate;
};

// BadInput with "line N: reason".
Result<SiteIntent> parse_site_intent(std::string_view yaml);

struct SiteIntents {
    std::vector<SiteIntent> intents;    // sorted by file name, names unique
    std::vector<std::string> warnings;  // one sentence per file that was left out
};
// A missing folder is an empty one; a broken file is left out and said.
SiteIntents load_site_intents(Disk& disk, const std::string& folder);

// "wait_s" → "APOLLO_PARAM_WAIT_S"
std::string param_variable(const std::string& name);

}  // namespace apollo::agent
