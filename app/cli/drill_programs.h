// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The programs of a drill, each in a folder of a temporary one. Whatever ends the drill ends them.
#pragma once

#include <QProcess>
#include <QTemporaryDir>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "common/base/result.h"

namespace apollo::cli {

class DrillPrograms {
public:
    // Programs are looked for in `program_folder`.
    explicit DrillPrograms(std::string program_folder);
    ~DrillPrograms();
    DrillPrograms(const DrillPrograms&) = delete;
    DrillPrograms& operator=(const DrillPrograms&) = delete;

    // NotFound names what is missing.
    Status check() const;
    std::string path(const std::string& name) const;
    std::string agent_folder(const std::string& node) const { return path(node); }

    Status start_orchestrator();  // on path("center") and any free port of this machine
    Status start_agent(const std::string& node, const std::vector<std::string>& options);
    void kill(const std::string& name);  // SIGKILL, and waits
    bool is_running(const std::string& name) const;
    std::string last_words(const std::string& name) const;  // the last line of its output

    // Ends all of them, agents first; in a second at most if they obey.
    void end_all();
    void keep_folder() { m_folder.setAutoRemove(false); }

private:
    Status start(const std::string& name, const std::string& program, const std::vector<std::string>& arguments);

    std::string m_program_folder;
    QTemporaryDir m_folder;
    std::map<std::string, std::unique_ptr<QProcess>> m_programs;
};

}  // namespace apollo::cli
