// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/updater/order.h"

#include <QByteArray>
#include <nlohmann/json.hpp>

#include "agent/updater/journal.h"
#include "agent/updater/placing.h"
#include "common/base/bytes.h"
#include "common/base/sha256.h"
#include "common/base/signature.h"

namespace apollo::updater {

namespace {

Result<std::int64_t> milliseconds_of(const nlohmann::json& params, const char* name, std::int64_t otherwise_s) {
    if (!params.contains(name)) return otherwise_s * 1000;
    const bool fits = params[name].is_number_integer() && params[name].get<std::int64_t>() >= 1 && params[name].get<std::int64_t>() <= 3600;
    if (!fits) return Error{ErrorKind::BadInput, std::string("the param '") + name + "' must be seconds, 1 to 3600"};
    return params[name].get<std::int64_t>() * 1000;
}

// What came from the center is what was ordered, and from somebody this machine trusts.
Status check_package(Disk& disk, const Order& order, const nlohmann::json& params) {
    const auto content = disk.read_file(order.package);
    if (!content) return content.error();
    if (sha256_hex(as_bytes(*content)) != params.value("sha256", std::string())) return Error{ErrorKind::BadInput, order.package + " is not the package that was ordered"};
    if (order.release_key.empty()) return success();
    const auto key = disk.read_file(order.release_key);
    if (!key) return Error{ErrorKind::BadInput, "this machine's release key cannot be read: " + key.error().message};
    const std::string signature = params.value("signature", std::string());
    if (signature.empty()) return Error{ErrorKind::NotAllowed, "the package is not signed, and this machine takes only what is signed with " + order.release_key};
    const auto decoded = QByteArray::fromBase64Encoding(QByteArray::fromStdString(signature), QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded) return Error{ErrorKind::BadInput, "the package's signature is no base64"};
    return check_signature(*content, decoded.decoded.toStdString(), *key);
}

// Everything that the upgrade needs lies in its folder before the journal says so.
Status hand_over(Disk& disk, const Order& order, Journal journal) {
    const UpgradeFolder folder(order.data_folder);
    journal.order = order.folder;
    journal.package = folder.package();
    journal.previous = folder.previous();
    if (auto made = disk.make_folder(folder.path); !made) return made;
    (void)disk.remove(folder.log());
    // Of an earlier upgrade; as long as it is there it is taken for what this one keeps.
    (void)disk.remove(folder.previous());
    if (auto placed = place_program(disk, order.own_program, folder.file("apollo-updater")); !placed) return placed.error();
    if (!order.upgrade_program.empty()) {
        auto placed = place_program(disk, order.upgrade_program, folder.file("upgrade-package"));
        if (!placed) return placed.error();
        journal.upgrade_program = *placed;
    }
    if (auto moved = disk.rename(order.package, journal.package); !moved) return moved;
    if (auto synced = disk.sync_folder(folder.path); !synced) return synced;
    return disk.write_file_atomically(folder.journal(), as_bytes(to_text(journal)));
}

// Whose upgrade is under way on this machine; empty: nobody's. Of a damaged one it is not known: the updater sees to it.
std::string present_order(Disk& disk, const std::string& data_folder) {
    const std::string file = UpgradeFolder(data_folder).journal();
    if (!disk.exists(file)) return {};
    const auto text = disk.read_file(file);
    if (!text) return {};
    const auto journal = journal_from_text(*text);
    return journal ? journal->order : "damaged";
}

Result<Outcome> wait_for_outcome(Disk& disk, const Order& order, const std::function<void()>& pause) {
    while (true) {
        const bool is_under_way = present_order(disk, order.data_folder) == order.folder;
        // The outcome is there before the journal is gone.
        if (const auto outcome = read_outcome(disk, order.folder); outcome && !is_under_way) return *outcome;
        if (!is_under_way) return Error{ErrorKind::Io, "the updater left no outcome; see " + UpgradeFolder(order.data_folder).log() + " there"};
        pause();
    }
}

Status begin(Disk& disk, const Order& order) {
    const auto params = nlohmann::json::parse(order.params, nullptr, false);
    if (!params.is_object()) return Error{ErrorKind::BadInput, "the params are no JSON object"};
    const auto health_timeout_ms = milliseconds_of(params, "health_timeout_s", 60), settle_ms = milliseconds_of(params, "settle_s", 10);
    for (const auto& one : {health_timeout_ms, settle_ms}) {
        if (!one) return one.error();
    }
    Journal journal;
    journal.health_timeout_ms = *health_timeout_ms;
    journal.settle_ms = *settle_ms;
    if (auto checked = check_package(disk, order, params); !checked) return checked;
    return hand_over(disk, order, std::move(journal));
}

}  // namespace

Result<Outcome> carry_out_order(Disk& disk, const Order& order, const std::function<void()>& pause) {
    std::string present = present_order(disk, order.data_folder);
    // Somebody else's that was interrupted comes to its end first.
    for (; !present.empty() && present != order.folder; present = present_order(disk, order.data_folder)) pause();
    const Status begun = present.empty() && !read_outcome(disk, order.folder) ? begin(disk, order) : success();
    // Whatever came of it, and also where it was not needed any more: another try fetches it again.
    (void)disk.remove(order.package);
    if (!begun) return begun.error();
    return wait_for_outcome(disk, order, pause);
}

}  // namespace apollo::updater
