// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// SIGTERM and SIGINT as an ordinary callback of the event loop.
#pragma once

#include <QObject>
#include <functional>
#include <memory>

namespace apollo::programs {

// As many open files as the system lets this process have: each connection is one.
void raise_file_limit();

// For a child between fork and exec: it starts with no signal blocked.
void unblock_signals();

// One object per process. `on_end` is called on this object's thread, once per signal.
class UnixSignals final : public QObject {
    Q_OBJECT
public:
    explicit UnixSignals(std::function<void()> on_end);
    ~UnixSignals() override;

private:
    struct Watch;
    std::unique_ptr<Watch> m_watch;
};

}  // namespace apollo::programs
