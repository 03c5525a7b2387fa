// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A PostgreSQL server of a test's own, in a folder that goes with it, reached by a socket in that folder. Debian's programs,
// from PATH or /usr/lib/postgresql; as root they run as nobody, since they refuse to be root.
#pragma once

#include <QProcess>
#include <memory>
#include <string>

namespace apollo::testing {

class PostgresServer {
public:
    // Empty when there is a server program and Qt's driver for it; else what is missing.
    static std::string missing();
    PostgresServer();
    ~PostgresServer();

    void start();  // until it answers
    void stop();   // at once, as in a crash
    // Of the one database.
    std::string url() const;

private:
    std::string m_folder;
    std::unique_ptr<QProcess> m_server;
};

}  // namespace apollo::testing
