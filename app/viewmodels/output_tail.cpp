// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/output_tail.h"

#include <QPointer>

#include "app/viewmodels/text.h"

namespace apollo::viewmodels {

namespace {

constexpr int pause_ms = 1000;
constexpr int pause_after_refusal_ms = 5000;

}  // namespace

OutputTail::OutputTail(std::shared_ptr<api::HistoryQuery> history, QObject* parent) : QObject(parent), m_history(std::move(history)) {
    m_later.setSingleShot(true);
    connect(&m_later, &QTimer::timeout, this, &OutputTail::ask);
}

void OutputTail::follow(const std::optional<Attempt>& attempt) {
    if (m_attempt == attempt) return;
    m_attempt = attempt;
    ++m_following;
    m_offset = 0;
    m_bytes.clear();
    m_text.clear();
    m_problem.clear();
    m_later.stop();
    if (m_attempt) ask();
}

void OutputTail::ask() {
    if (!m_history || !m_attempt) return;
    const api::OutputQuestion question{m_attempt->task, m_attempt->step, m_attempt->node, m_attempt->number, m_offset};
    m_history->fetch_output(question, [guard = QPointer<OutputTail>(this), about = m_following](Result<api::OutputPiece> piece) {
        if (guard && guard->m_following == about) guard->take(piece);
    });
}

void OutputTail::take(const Result<api::OutputPiece>& piece) {
    if (!piece) {
        m_problem = to_qstring(piece.error().message);
        m_later.start(pause_after_refusal_ms);
        Q_EMIT changed();
        return;
    }
    const bool skips = m_offset == 0 && piece->size_bytes > kept_bytes;
    const bool said = !piece->content.empty() || !m_problem.isEmpty();
    m_problem.clear();
    if (skips) {
        m_offset = piece->size_bytes - kept_bytes;
        return ask();
    }
    m_offset += piece->content.size();
    m_bytes += piece->content;
    if (m_bytes.size() > kept_bytes) m_bytes.erase(0, m_bytes.size() - kept_bytes);
    if (said) {
        m_text = to_qstring(m_bytes);
        Q_EMIT changed();
    }
    if (!piece->content.empty() && m_offset < piece->size_bytes) return ask();
    if (piece->running) m_later.start(pause_ms);
}

}  // namespace apollo::viewmodels
