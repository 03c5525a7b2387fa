// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Whether a running attempt gets on: a mark over its output, its checkpoint files and what its intent's progress command
// prints. Two equal marks mean that nothing happened in between.
#pragma once

#include <QObject>
#include <functional>
#include <optional>
#include <string>

#include "common/base/launcher.h"

namespace apollo::agent {

struct Progress {
    std::string mark;
    bool stuck = false;  // the progress command failed, or did not end within 10 s
};

class ProgressProbe final : public QObject {
    Q_OBJECT
public:
    // Answers at once without a command, else when it has ended; not at all after the probe is destroyed.
    void look(const std::string& folder, const std::optional<LaunchSpec>& command, std::function<void(const Progress&)> answer);
};

}  // namespace apollo::agent
