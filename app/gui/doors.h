// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What the program hands to the window, since the window itself knows neither files of tasks nor how programs are started.
// Every door may be absent; the window then does without.
#pragma once

#include <QString>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/base/result.h"
#include "common/domain/command.h"

namespace apollo::gui {

struct TextFault {
    int line = 0;  // from 1; 0: the whole text
    int column = 0;
    QString message;
};

struct CheckedTask {
    std::vector<TextFault> faults;
    std::optional<domain::TaskDefinition> definition;  // present if there are no faults
};

struct Doors {
    QString notes_folder;                                           // bookmarks are kept here; empty: not kept
    std::function<CheckedTask(const std::string& text)> check_task;  // a task file's text
    std::string sample_task;                                        // text of a task to begin with
    QString agent_server;                                           // HOST:PORT where agents connect
    // Starts an agent on this machine with the token of a CreateNodeToken's answer.
    std::function<Status(const domain::CommandResult& token)> start_agent;
    // Writes a task to FILE. Formats: apollo, chrome-trace, wfformat, dot, csv. Calls back when it is written.
    using Exported = std::function<void(Status)>;
    std::function<void(const TaskId& task, const std::string& format, const std::string& file, Exported done)> export_task;
};

}  // namespace apollo::gui
