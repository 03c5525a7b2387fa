// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The network side of the link: TLS with the node's own certificate, and how a node gets one.
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <memory>
#include <string>

#include "agent/session/center_link.h"
#include "common/base/clock.h"
#include "common/base/disk.h"
#include "common/base/ids.h"
#include "common/transport/tls_connector.h"
#include "common/transport/token.h"

namespace apollo::agent {

// The credentials are PKI/agent.key, agent.crt and ca.crt. They are read at every try, so that renewed ones are used
// without a restart. With TLS 1.3 the center's refusal of a certificate looks like a lost connection, so `warn` is told first
// when the node's own is out of date, once per certificate. `disk` and `clock` must outlive the function.
ConnectFunction make_tls_connect(Disk& disk, const Clock& clock, transport::ServerAddress address, std::string pki_folder,
                                 std::function<void(const std::string& line)> warn);

bool is_enrolled(const Disk& disk, const std::string& pki_folder);
// The node id of the certificate in the folder; "" if there is none.
std::string enrolled_node(Disk& disk, const std::string& pki_folder);

// Joins with a one-time token: makes a key that never leaves this machine, has it signed, stores the credentials. One try.
class Enroller final : public QObject {
    Q_OBJECT
public:
    Enroller(Disk& disk, transport::ServerAddress address, transport::Token token, NodeId node, std::string pki_folder);
    ~Enroller() override;

    // on_done follows once: success, Unreachable (worth another try), or NotAllowed with the center's reason.
    void start();
    std::function<void(Status)> on_done;

private:
    void on_connected(std::unique_ptr<transport::TlsChannel> channel);
    void on_frame(ByteView frame);
    void finish(const Status& status);

    Disk& m_disk;
    const transport::Token m_token;
    const NodeId m_node;
    const std::string m_pki_folder;
    transport::TlsConnector m_connector;
    transport::SigningRequest m_request;
    std::unique_ptr<transport::TlsChannel> m_channel;
    QTimer m_deadline;
    bool m_done = false;
};

}  // namespace apollo::agent
