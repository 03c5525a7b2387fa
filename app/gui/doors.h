// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What the program hands to the window, since the window itself knows neither files of tasks nor how programs are started.
// Every door may be absent; the window then does without.
#pragma once

#include <QString>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/api/api.h"
#include "app/viewmodels/own_role.h"
#include "common/base/result.h"
#include "common/domain/command.h"

namespace apollo::gui {

struct TextFault {
    int line = 0;  // from 1; 0: the whole text
    int column = 0;
    QString message;
};

struct Doors;

struct CheckedTask {
    std::vector<TextFault> faults;
    std::optional<domain::TaskDefinition> definition;  // present if there are no faults
};

// What a tab shows: an orchestrator or a task's file, with the doors that go with it.
struct Source {
    api::Session session;
    std::shared_ptr<const Doors> doors;
    TaskId open;  // a file's task
};

struct Doors {
    viewmodels::Self self;                                          // who the window is connected as
    QString notes_folder;                                           // bookmarks are kept here; empty: not kept
    std::function<CheckedTask(const std::string& text)> check_task;  // a task file's text
    std::function<std::string(const domain::TaskDefinition& definition)> task_text;  // the same the other way round
    std::string sample_task;                                        // text of a task to begin with
    QString agent_server;                                           // HOST:PORT where agents connect
    // Starts an agent on this machine with the token of a CreateNodeToken's answer.
    std::function<Status(const domain::CommandResult& token)> start_agent;
    // Writes a task to a file. Formats: apollo, chrome-trace, wfformat, dot, csv. Events are in order of position and may
    // be more than the task's; notes are those of its bookmarks.
    struct Export {
        TaskId task;
        std::vector<domain::Event> events;
        std::vector<std::pair<Position, std::string>> notes;
        std::string format;
        std::string file;
    };
    std::function<Status(const Export& what)> export_task;
    // Shows a .apollo file in a window of its own.
    std::function<Status(const std::string& file)> open_archive;
    // A source for a tab of its own, without waiting for anybody: HOST:PORT (with the key of the profile `default`),
    // PROFILE, PROFILE@HOST:PORT or a .apollo file. BadInput says what is wrong with the place.
    std::function<Result<Source>(const std::string& place)> open_source;
    std::function<std::vector<std::string>()> profiles;  // names of those that exist
};

}  // namespace apollo::gui
