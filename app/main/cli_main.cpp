// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// apollo-cli: composition only.

#include <QCoreApplication>

#include "app/cli/cli.h"
#include "app/main/embedded.h"
#include "app/main/settings.h"
#include "common/base/host.h"

int main(int argc, char** argv) {
    QCoreApplication application(argc, argv);
    apollo::cli::Doors doors;
    doors.open_embedded = [](const std::string& data_folder) -> apollo::Result<apollo::cli::Doors::Embedded> {
        auto embedded = apollo::programs::EmbeddedOrchestrator::start(data_folder, std::nullopt);
        if (!embedded) return embedded.error();
        return apollo::cli::Doors::Embedded{(*embedded)->session(), *embedded};
    };
    doors.add_config_file = apollo::programs::add_config_file;
    return apollo::cli::run(apollo::program_arguments(argc, argv), doors);
}
