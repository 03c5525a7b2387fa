// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// apollo-cli: everything an operator does, from a shell and in scripts. Parses, asks, prints; composition is main's.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/api/api.h"
#include "common/base/options.h"

namespace apollo::cli {

enum ExitCode { exit_done = 0, exit_no = 1, exit_bad_input = 2, exit_unreachable = 3, exit_not_allowed = 4 };
int exit_code_of(const Error& error);

// What main hands in, so that this folder need not know an orchestrator.
struct Doors {
    // Runs an orchestrator inside this process on a folder nothing else runs on (for an import without a server). The
    // session ends with the returned keeper.
    struct Embedded {
        api::Session session;
        std::shared_ptr<void> keeper;
    };
    std::function<Result<Embedded>(const std::string& data_folder)> open_embedded;
    // Puts the values of a YAML file where the command line gave none; BadInput names file, line and column.
    std::function<Status(Options& options, const std::string& file, const std::vector<OptionSpec>& specs)> add_config_file;
};

// Needs a QCoreApplication. Prints to stdout and stderr; returns the exit code.
int run(const std::vector<std::string>& arguments, const Doors& doors);

}  // namespace apollo::cli
