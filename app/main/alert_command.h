// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Tells somebody outside of each alert: runs a program, one at a time, with one JSON document on its standard input. What the
// program does or fails to do never holds the orchestrator up.
#pragma once

#include <QObject>
#include <QProcess>
#include <QTimer>
#include <deque>
#include <functional>
#include <string>

#include "common/base/result.h"
#include "common/domain/state.h"

namespace apollo::programs {

// {"event","position","recorded_time","key","message","node","task_id"} and a line end.
std::string alert_document(const domain::Event& event, const domain::State& state);

struct AlertCommandLimits {
    std::size_t waiting = 100;    // documents; a newer one displaces the oldest
    int duration_ms = 30000;      // then the program is killed
};

// Lives on one thread, which runs an event loop.
class AlertCommand final : public QObject {
public:
    using Limits = AlertCommandLimits;
    // `file` is executed without a shell and without arguments.
    explicit AlertCommand(std::string file, Limits limits = {});
    // Ends the program that runs; what waits is dropped.
    ~AlertCommand() override;

    // BadInput when it cannot be executed.
    static Status check(const std::string& file);
    static bool tells_of(domain::EventType type);
    void tell(std::string document);

    std::function<void(const std::string& line)> on_log;

private:
    void start_next();
    void ended(const std::string& trouble);
    void log(const std::string& line) const;

    std::string m_file;
    Limits m_limits;
    std::deque<std::string> m_waiting;
    std::size_t m_displaced = 0;  // since the last line about it
    QProcess m_process;
    QTimer m_deadline;
    bool m_timed_out = false;
};

}  // namespace apollo::programs
