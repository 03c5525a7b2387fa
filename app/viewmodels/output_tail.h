// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What a running attempt prints, as it prints it: asked of its node piece by piece, once a second when there was nothing
// new. Keeps the end of it, at most `kept_bytes`. Asks nobody while it follows nothing.
#pragma once

#include <QObject>
#include <QString>
#include <QTimer>
#include <memory>
#include <optional>
#include <string>

#include "app/api/api.h"

namespace apollo::viewmodels {

class OutputTail : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kept_bytes = 256 * 1024;

    // Null `history`: there is nobody to ask.
    explicit OutputTail(std::shared_ptr<api::HistoryQuery> history, QObject* parent = nullptr);

    struct Attempt {
        TaskId task;
        StepName step;
        NodeId node;
        apollo::Attempt number;
        friend bool operator==(const Attempt&, const Attempt&) = default;
    };
    // The attempt that is followed already goes on; another one, or nullopt, starts over.
    void follow(const std::optional<Attempt>& attempt);
    const QString& text() const { return m_text; }
    // Why nothing comes, in one sentence; empty while something may come.
    const QString& problem() const { return m_problem; }

Q_SIGNALS:
    void changed();

private:
    void ask();
    void take(const Result<api::OutputPiece>& piece);

    std::shared_ptr<api::HistoryQuery> m_history;
    std::optional<Attempt> m_attempt;
    std::uint64_t m_following = 0;  // counts attempts followed: answers about an earlier one are dropped
    std::uint64_t m_offset = 0;
    std::string m_bytes;
    QString m_text, m_problem;
    QTimer m_later;
};

}  // namespace apollo::viewmodels
