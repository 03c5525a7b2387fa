// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/unit/agent_session/steps.h"

#include <signal.h>

#include <QCoreApplication>

namespace apollo::agent::steps {

namespace {

Argv sh(const std::string& script) { return {"/bin/sh", "-c", script}; }

}  // namespace

Argv end_with(int exit_code) { return sh("exit " + std::to_string(exit_code)); }
Argv stay() { return sh("sleep 1000"); }
Argv say_x(int count) { return sh("head -c " + std::to_string(count) + " /dev/zero | tr '\\0' x"); }
Argv say_and_sum_up(const std::string& text, const std::string& json) { return sh("printf %s '" + text + "'; echo '" + json + "' > \"$APOLLO_OUTPUT\""); }
Argv mark_and_wait(const std::string& file, const std::string& gate, int exit_code) {
    return sh("echo $APOLLO_ATTEMPT >> " + file + "; while [ ! -e " + gate + " ]; do sleep 0.02; done; exit " + std::to_string(exit_code));
}

std::string program(const std::string& name) { return QCoreApplication::applicationDirPath().toStdString() + "/" + name; }
void kill_process(std::int64_t pid) { ::kill(static_cast<pid_t>(pid), SIGKILL); }

}  // namespace apollo::agent::steps
