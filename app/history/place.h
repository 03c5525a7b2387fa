// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Where the SQL history of a data folder is, in one text: the file history.sqlite in it, or a database on a PostgreSQL server:
//
//   postgresql://[USER@]HOST[:PORT]/DATABASE[?sslmode=require&host=/run/postgresql]
//
// What stands behind the question mark is libpq's (https://www.postgresql.org/docs/15/libpq-connect.html); `host` may name the
// folder of a socket. No password ever stands in it: libpq takes it from ~/.pgpass or PGPASSWORD.
//
// The orchestrator's settings decide. DATA/run/history.place tells the command line, which knows the data folder only.
#pragma once

#include <string>

#include "common/base/disk.h"

namespace apollo::history {

bool is_on_server(const std::string& place);
// BadInput: why a text cannot be a place on a server.
Status check_server_place(const std::string& url);

// What `run/history.place` says; without one the file in the folder.
std::string place_of(Disk& disk, const std::string& data_folder);
// `url`: empty for the file in the folder. The folder must be there and be the caller's.
Status remember_place(Disk& disk, const std::string& data_folder, const std::string& url);
// The place that settings ask for.
std::string place_for(const std::string& data_folder, const std::string& url);

}  // namespace apollo::history
