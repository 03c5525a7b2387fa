// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/agent_reach.h"

#include <QCoreApplication>

namespace apollo::gui {

namespace {

struct ReachWords {
    Q_DECLARE_TR_FUNCTIONS(AgentReach)
};

bool is_this_machine(const QString& host) {
    return host == QLatin1String("localhost") || host == QLatin1String("::1") || host.startsWith(QLatin1String("127."));
}

bool is_any_address(const QString& host) { return host == QLatin1String("0.0.0.0") || host == QLatin1String("::"); }

}  // namespace

QString reach_warning(const QString& server) {
    QString host = server.section(QLatin1Char(':'), 0, -2);
    if (host.startsWith(QLatin1Char('['))) host = host.mid(1, host.size() - 2);
    if (is_this_machine(host))
        return ReachWords::tr("%1 can be reached from this machine only. For agents on other machines end what listens there, start it again with "
                              "--listen and an address that they reach, for example --listen 192.0.2.10:7411, and open this dialog again.").arg(server);
    if (is_any_address(host)) return ReachWords::tr("In place of %1 write the name or address by which that machine reaches this one.").arg(host);
    return {};
}

}  // namespace apollo::gui
