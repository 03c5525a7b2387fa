// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/main/task_check.h"

#include "common/definition/parse.h"

namespace apollo::programs {

gui::CheckedTask check_task(const std::string& text) {
    gui::CheckedTask checked;
    definition::Parsed parsed = definition::parse(text);
    for (const definition::Fault& fault : parsed.faults)
        checked.faults.push_back({fault.line, fault.column, QString::fromStdString(fault.reason)});
    if (checked.faults.empty()) checked.definition = std::move(parsed.definition);
    return checked;
}

}  // namespace apollo::programs
