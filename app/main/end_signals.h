// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Being asked to end, as an ordinary callback of the event loop: SIGTERM and SIGINT; on Windows Ctrl+C, Ctrl+Break and the
// console's end.
#pragma once

#include <QObject>
#include <QProcess>
#include <functional>
#include <memory>

namespace apollo::programs {

// As many open files as the system lets this process have: each connection is one.
void raise_file_limit();

// The process will start with no signal blocked.
void unblock_signals_of(QProcess& process);

// One object per process. `on_end` is called on this object's thread, once per request.
class EndSignals final : public QObject {
    Q_OBJECT
public:
    explicit EndSignals(std::function<void()> on_end);
    ~EndSignals() override;

private:
    struct Watch;
    std::unique_ptr<Watch> m_watch;
};

}  // namespace apollo::programs
