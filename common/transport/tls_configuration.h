// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What every TLS socket of ours has in common. Internal to this folder.
#pragma once

#include <QSslConfiguration>

#include "common/transport/identity.h"

namespace apollo::transport {

// TLS 1.3 only; trusts the credentials' CA and no other (the system's CAs are not asked and would cost 0.6 ms a handshake).
QSslConfiguration tls_configuration(const Credentials& credentials);
std::string der_of(const QSslCertificate& certificate);

}  // namespace apollo::transport
