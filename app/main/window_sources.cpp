// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/main/window_sources.h"

#include <QDir>
#include <QSslCertificate>

#include "app/client/remote_session.h"
#include "app/main/window_doors.h"

namespace apollo::programs {

namespace {

viewmodels::Self self_of(const transport::Credentials& credentials) {
    const QSslCertificate certificate(QByteArray::fromStdString(credentials.certificate_pem));
    const PeerIdentity identity = transport::identity_of_certificate(certificate.toDer().toStdString());
    return {OperatorName{identity.name}, identity.serial};
}

std::string other_profiles() {
    std::string names;
    for (const std::string& name : profile_names()) names += (names.empty() ? "; there is " : ", ") + name;
    return names.empty() ? "; apollo-cli operator add makes a profile" : names + " (write NAME@HOST:PORT)";
}

Result<gui::Source> open_server(const std::string& profile, const std::string& address) {
    auto access = client::find_profile(profile, address);
    if (!access) return Error{ErrorKind::BadInput, access.error().message + other_profiles()};
    gui::Source source;
    source.session = client::make_remote_session(access->address, access->credentials);
    gui::Doors doors = make_window_doors(source.session.title);
    doors.self = self_of(access->credentials);
    source.doors = std::make_shared<const gui::Doors>(std::move(doors));
    return source;
}

}  // namespace

bool is_archive(const std::string& place) {
    const std::string ending = ".apollo";
    return place.size() > ending.size() && place.ends_with(ending);
}

Result<gui::Source> open_source(const std::string& place) {
    if (is_archive(place)) {
        auto archive = open_archive(place);
        if (!archive) return archive.error();
        return gui::Source{archive->session, std::make_shared<const gui::Doors>(make_window_doors({})), archive->task};
    }
    const std::size_t at = place.find('@');
    if (at != std::string::npos) return open_server(place.substr(0, at), place.substr(at + 1));
    if (place.find(':') != std::string::npos) return open_server("default", place);
    return open_server(place, {});
}

std::vector<std::string> profile_names() {
    const QDir folder(QString::fromStdString(client::profile_folder("default")) + QStringLiteral("/.."));
    std::vector<std::string> names;
    for (const QString& name : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) names.push_back(name.toStdString());
    return names;
}

}  // namespace apollo::programs
