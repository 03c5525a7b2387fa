// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/transport/tls_configuration.h"

#include <QSslCertificate>
#include <QSslKey>

namespace apollo::transport {

QSslConfiguration tls_configuration(const Credentials& credentials) {
    QSslConfiguration configuration;
    configuration.setProtocol(QSsl::TlsV1_3OrLater);
    const QList<QSslCertificate> authorities = QSslCertificate::fromData(QByteArray::fromStdString(credentials.ca_pem), QSsl::Pem);
    configuration.setCaCertificates(authorities);
    if (!credentials.certificate_pem.empty()) {
        QList<QSslCertificate> chain = QSslCertificate::fromData(QByteArray::fromStdString(credentials.certificate_pem), QSsl::Pem);
        // The CA goes along, so that a node that knows only its fingerprint can recognise it.
        chain.append(authorities);
        configuration.setLocalCertificateChain(chain);
        configuration.setPrivateKey(QSslKey(QByteArray::fromStdString(credentials.key_pem), QSsl::Ec, QSsl::Pem));
    }
    return configuration;
}

std::string der_of(const QSslCertificate& certificate) { return certificate.toDer().toStdString(); }

}  // namespace apollo::transport
