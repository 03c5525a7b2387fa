// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/own_role.h"

#include <QCoreApplication>

#include "app/viewmodels/text.h"

namespace apollo::viewmodels {

namespace {

struct RoleWords {
    Q_DECLARE_TR_FUNCTIONS(OwnRole)
};

QString role_name(domain::OperatorRole role) {
    switch (role) {
        case domain::OperatorRole::Viewer:
            return RoleWords::tr("viewer");
        case domain::OperatorRole::Operator:
            return RoleWords::tr("operator");
        case domain::OperatorRole::Admin:
            return RoleWords::tr("admin");
    }
    return {};
}

}  // namespace

domain::OperatorRole role_needed(Verb verb) {
    if (verb == Verb::Explain) return domain::OperatorRole::Viewer;
    return verb == Verb::Revoke ? domain::OperatorRole::Admin : domain::OperatorRole::Operator;
}

QString role_refusal(const Self& self, domain::OperatorRole needed, const domain::State& state) {
    if (self.name.empty() || self.name.text == domain::local_operator) return {};
    const QString name = one_line(to_qstring(self.name.text), 60);
    const domain::Operator* known = state.find_operator(self.name);
    if (!known || known->revoked || known->certificate_serial != self.certificate_serial)
        return RoleWords::tr("Operator %1 is not known here any more.").arg(name);
    if (known->role >= needed) return {};
    return RoleWords::tr("You are %1 with the role %2; this takes the role %3.").arg(name, role_name(known->role), role_name(needed));
}

}  // namespace apollo::viewmodels
