// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/connection_text.h"

#include <QCoreApplication>

#include "app/viewmodels/text.h"

namespace apollo::viewmodels {

namespace {

QString connection_words(const char* source) {
    return QCoreApplication::translate("Connection", source);
}

}  // namespace

QString connection_text(LiveModel::Connection connection, bool can_command) {
    switch (connection) {
        case LiveModel::Connection::Connecting:
            return connection_words(QT_TRANSLATE_NOOP("Connection", "Connecting…"));
        case LiveModel::Connection::CatchingUp:
            return connection_words(QT_TRANSLATE_NOOP("Connection", "Catching up…"));
        case LiveModel::Connection::Live:
            return can_command ? connection_words(QT_TRANSLATE_NOOP("Connection", "Connected"))
                               : connection_words(QT_TRANSLATE_NOOP("Connection", "Read only"));
        case LiveModel::Connection::Interrupted:
            return connection_words(QT_TRANSLATE_NOOP("Connection", "Interrupted: reconnecting…"));
        case LiveModel::Connection::Gone:
            return connection_words(QT_TRANSLATE_NOOP("Connection", "Disconnected"));
    }
    return {};
}

domain::RunStatus run_status_like(LiveModel::Connection connection) {
    switch (connection) {
        case LiveModel::Connection::Connecting:
        case LiveModel::Connection::CatchingUp:
            return domain::RunStatus::Dispatched;
        case LiveModel::Connection::Live:
            return domain::RunStatus::Succeeded;
        case LiveModel::Connection::Interrupted:
            return domain::RunStatus::Retrying;
        case LiveModel::Connection::Gone:
            break;
    }
    return domain::RunStatus::Failed;
}

QString replacement_text(const api::Replacement& what) {
    const QString known = count_text(what.known.value);
    if (what.ends_at) {
        return connection_words(QT_TRANSLATE_NOOP("Connection", "Loaded again: the server went back from position %1 to %2 (a restored backup?)."))
            .arg(known, count_text(what.ends_at->value));
    }
    return connection_words(QT_TRANSLATE_NOOP("Connection", "Loaded again: the server holds another log than before (its event at position %1 is another)."))
        .arg(known);
}

}  // namespace apollo::viewmodels
