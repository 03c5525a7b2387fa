// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/history/place.h"

#include <QString>
#include <QUrl>
#include <QUrlQuery>

namespace apollo::history {

namespace {

constexpr const char* scheme = "postgresql";

std::string note_of(const std::string& data_folder) { return data_folder + "/run/history.place"; }

}  // namespace

bool is_on_server(const std::string& place) { return place.starts_with(std::string(scheme) + "://"); }

Status check_server_place(const std::string& url) {
    const QUrl parsed(QString::fromStdString(url), QUrl::StrictMode);
    const std::string form = "it must be postgresql://USER@HOST/DATABASE";
    if (!is_on_server(url) || !parsed.isValid()) return Error{ErrorKind::BadInput, "'" + url + "' is no database for the SQL history: " + form};
    if (!parsed.password().isEmpty() || QUrlQuery(parsed).hasQueryItem(QStringLiteral("password"))) {
        return Error{ErrorKind::BadInput, "the database for the SQL history is named with a password, which would stand in files and on command lines; "
                                          "leave it out and put it into ~/.pgpass or PGPASSWORD"};
    }
    if (parsed.path().size() < 2 || parsed.path().indexOf(QLatin1Char('/'), 1) > 0) {
        return Error{ErrorKind::BadInput, "'" + url + "' names no database: " + form};
    }
    return success();
}

std::string place_for(const std::string& data_folder, const std::string& url) { return url.empty() ? data_folder + "/history.sqlite" : url; }

std::string place_of(Disk& disk, const std::string& data_folder) {
    auto noted = disk.read_file(note_of(data_folder));
    std::string url = noted ? *noted : std::string();
    while (url.ends_with('\n')) url.pop_back();
    return place_for(data_folder, is_on_server(url) ? url : std::string());
}

Status remember_place(Disk& disk, const std::string& data_folder, const std::string& url) {
    const std::string note = note_of(data_folder);
    if (!url.empty()) return disk.write_file_atomically(note, as_bytes(url + "\n"));
    return disk.exists(note) ? disk.remove(note) : success();
}

}  // namespace apollo::history
