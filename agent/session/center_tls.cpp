// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/session/center_tls.h"

#include <QDateTime>
#include <QPointer>
#include <QSslCertificate>
#include <utility>

namespace apollo::agent {

namespace {

constexpr const char* credentials_name = "agent";
constexpr int enrolment_deadline_ms = 10000;

// Empty if the certificate is valid at this time.
std::string fault_of(const std::string& certificate_pem, WallTime now, const std::string& file) {
    const QSslCertificate certificate(QByteArray::fromStdString(certificate_pem), QSsl::Pem);
    const WallTime from{certificate.effectiveDate().toMSecsSinceEpoch()}, to{certificate.expiryDate().toMSecsSinceEpoch()};
    if (certificate.isNull()) return file + " holds no certificate; have this node enrolled again";
    if (now > to) return "the certificate of this node (" + file + ") expired at " + to_rfc3339(to) + "; put a renewed one there, it is read at every try";
    if (now < from) return "the certificate of this node (" + file + ") is not valid before " + to_rfc3339(from) + "; is the clock of this machine right?";
    return {};
}

}  // namespace

ConnectFunction make_tls_connect(Disk& disk, const Clock& clock, transport::ServerAddress address, std::string pki_folder,
                                 std::function<void(const std::string& line)> warn) {
    return [&disk, &clock, address = std::move(address), pki_folder = std::move(pki_folder), warn = std::move(warn), told = std::string()](auto answer) mutable {
        auto credentials = transport::load_credentials(disk, pki_folder, credentials_name);
        if (!credentials) {
            // Not from inside the call.
            QTimer::singleShot(0, [answer, error = credentials.error()] { answer(error); });
            return;
        }
        const std::string fault = fault_of(credentials->certificate_pem, clock.now().wall, pki_folder + "/" + credentials_name + ".crt");
        if (!fault.empty() && fault != told) warn(fault);
        told = fault;
        auto* connector = new transport::TlsConnector(address, std::move(*credentials));
        connector->on_connected = [connector, answer](std::unique_ptr<transport::TlsChannel> channel) {
            connector->deleteLater();
            const QPointer<transport::TlsChannel> started = channel.get();
            answer(std::unique_ptr<Channel>(std::move(channel)));
            if (started) started->start();
        };
        connector->on_failed = [connector, answer](const Error& error) {
            connector->deleteLater();
            answer(error);
        };
        connector->start();
    };
}

bool is_enrolled(const Disk& disk, const std::string& pki_folder) {
    return disk.exists(pki_folder + "/" + credentials_name + ".crt");
}

std::string enrolled_node(Disk& disk, const std::string& pki_folder) {
    const auto pem = disk.read_file(pki_folder + "/" + credentials_name + ".crt");
    if (!pem) return {};
    const QSslCertificate certificate(QByteArray::fromStdString(*pem), QSsl::Pem);
    return transport::identity_of_certificate(certificate.toDer().toStdString()).name;
}

Enroller::Enroller(Disk& disk, transport::ServerAddress address, transport::Token token, NodeId node,
                   std::string pki_folder)
    : m_disk(disk),
      m_token(std::move(token)),
      m_node(std::move(node)),
      m_pki_folder(std::move(pki_folder)),
      m_connector(std::move(address), {}, m_token.ca_fingerprint) {
    m_deadline.setSingleShot(true);
    connect(&m_deadline, &QTimer::timeout, this,
            [this] { finish(Error{ErrorKind::Unreachable, "the center does not answer the enrolment"}); });
}

Enroller::~Enroller() = default;

void Enroller::start() {
    auto request = transport::make_signing_request(m_node.text);
    if (!request) {
        QTimer::singleShot(0, this, [this, error = request.error()] { finish(error); });
        return;
    }
    m_request = std::move(*request);
    m_connector.on_connected = [this](std::unique_ptr<transport::TlsChannel> channel) { on_connected(std::move(channel)); };
    m_connector.on_failed = [this](const Error& error) { finish(error); };
    m_deadline.start(enrolment_deadline_ms);
    m_connector.start();
}

void Enroller::on_connected(std::unique_ptr<transport::TlsChannel> channel) {
    m_channel = std::move(channel);
    m_channel->on_frame = [this](ByteView frame) { on_frame(frame); };
    m_channel->on_closed = [this](const std::string& reason) {
        finish(Error{ErrorKind::Unreachable, "the center ended the enrolment: " + reason});
    };
    m_channel->start();
    wire::Envelope envelope;
    wire::EnrolRequest& request = *envelope.mutable_enrol_request();
    request.set_node(m_node.text);
    request.set_token_secret(m_token.secret);
    request.set_csr_pem(m_request.csr_pem);
    m_channel->send(as_bytes(envelope.SerializeAsString()));
}

void Enroller::on_frame(ByteView frame) {
    wire::Envelope envelope;
    if (!envelope.ParseFromArray(frame.data(), static_cast<int>(frame.size())) || !envelope.has_enrol_answer()) {
        finish(Error{ErrorKind::Unsupported, "the center answers the enrolment with something else"});
        return;
    }
    const wire::EnrolAnswer& answer = envelope.enrol_answer();
    if (!answer.refused().empty()) {
        finish(Error{ErrorKind::NotAllowed, "the center refuses the enrolment: " + answer.refused()});
        return;
    }
    finish(transport::store_credentials(m_disk, m_pki_folder, credentials_name,
                                        {m_request.key_pem, answer.certificate_pem(), answer.ca_pem()}));
}

void Enroller::finish(const Status& status) {
    if (m_done) return;
    m_done = true;
    m_deadline.stop();
    if (on_done) on_done(status);
}

}  // namespace apollo::agent
