// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/event_names.h"

#include <QCoreApplication>

namespace apollo::viewmodels {

namespace {

// For the translators' tools only; event_name() takes the text from the domain. A test compares the two.
[[maybe_unused]] constexpr const char* names[] = {
    QT_TRANSLATE_NOOP("EventTypes", "TASK_SUBMITTED"),       QT_TRANSLATE_NOOP("EventTypes", "TASK_AMENDED"),
    QT_TRANSLATE_NOOP("EventTypes", "TASK_CANCEL_REQUESTED"), QT_TRANSLATE_NOOP("EventTypes", "TASK_PAUSED"),
    QT_TRANSLATE_NOOP("EventTypes", "TASK_RESUMED"), QT_TRANSLATE_NOOP("EventTypes", "TASK_COMPENSATION_REQUESTED"),         QT_TRANSLATE_NOOP("EventTypes", "DISPATCHED"),
    QT_TRANSLATE_NOOP("EventTypes", "ACCEPTED"),             QT_TRANSLATE_NOOP("EventTypes", "STARTED"),
    QT_TRANSLATE_NOOP("EventTypes", "SUCCEEDED"),            QT_TRANSLATE_NOOP("EventTypes", "FAILED"),
    QT_TRANSLATE_NOOP("EventTypes", "TIMED_OUT"),            QT_TRANSLATE_NOOP("EventTypes", "RETRY_SCHEDULED"),
    QT_TRANSLATE_NOOP("EventTypes", "CANCELLED"),            QT_TRANSLATE_NOOP("EventTypes", "COMPENSATION_STARTED"),
    QT_TRANSLATE_NOOP("EventTypes", "COMPENSATED"),          QT_TRANSLATE_NOOP("EventTypes", "COMPENSATION_FAILED"),
    QT_TRANSLATE_NOOP("EventTypes", "MANUAL_OVERRIDE"),      QT_TRANSLATE_NOOP("EventTypes", "RECONCILED"),
    QT_TRANSLATE_NOOP("EventTypes", "RUN_QUARANTINED"),      QT_TRANSLATE_NOOP("EventTypes", "RUN_RELEASED"),
    QT_TRANSLATE_NOOP("EventTypes", "NODE_ENROLLED"),        QT_TRANSLATE_NOOP("EventTypes", "NODE_CONNECTED"),
    QT_TRANSLATE_NOOP("EventTypes", "NODE_LOST"),            QT_TRANSLATE_NOOP("EventTypes", "NODE_CONSERVATIVE"),
    QT_TRANSLATE_NOOP("EventTypes", "NODE_DRAINED"),         QT_TRANSLATE_NOOP("EventTypes", "NODE_REVOKED"),
    QT_TRANSLATE_NOOP("EventTypes", "BREAKER_OPENED"),       QT_TRANSLATE_NOOP("EventTypes", "BREAKER_CLOSED"),
    QT_TRANSLATE_NOOP("EventTypes", "DISPATCH_PAUSED"),      QT_TRANSLATE_NOOP("EventTypes", "DISPATCH_RESUMED"),
    QT_TRANSLATE_NOOP("EventTypes", "DEAD_LETTERED"),        QT_TRANSLATE_NOOP("EventTypes", "DEAD_LETTER_REQUEUED"),
    QT_TRANSLATE_NOOP("EventTypes", "DEAD_LETTER_DROPPED"),  QT_TRANSLATE_NOOP("EventTypes", "ALERT_RAISED"),
    QT_TRANSLATE_NOOP("EventTypes", "ALERT_ACKED"),          QT_TRANSLATE_NOOP("EventTypes", "ALERT_CLEARED"),
    QT_TRANSLATE_NOOP("EventTypes", "OPERATOR_ADDED"),       QT_TRANSLATE_NOOP("EventTypes", "OPERATOR_REVOKED"),
    QT_TRANSLATE_NOOP("EventTypes", "PRIMARY_ELECTED"),
};

}  // namespace

QString event_name(domain::EventType type) {
    return QCoreApplication::translate("EventTypes", domain::to_text(type));
}

}  // namespace apollo::viewmodels
