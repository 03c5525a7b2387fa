// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/transport/token.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "common/base/sha256.h"

namespace apollo::transport {

namespace {

bool is_hex(const std::string& text, std::size_t size) {
    return text.size() == size && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

constexpr std::int64_t keep_expired_ms = 24ll * 3600 * 1000;  // so that "expired" can be told from "unknown"

}  // namespace

std::string to_text(const Token& token) { return "apollo1." + token.secret + "." + token.ca_fingerprint; }

Result<Token> token_from_text(const std::string& text) {
    const auto first = text.find('.');
    const auto second = first == std::string::npos ? first : text.find('.', first + 1);
    if (second == std::string::npos || text.substr(0, first) != "apollo1") {
        return Error{ErrorKind::BadInput, "this is not a node token; make one with: apollo-cli node token"};
    }
    Token token{text.substr(first + 1, second - first - 1), text.substr(second + 1)};
    if (!is_hex(token.secret, 32) || !is_hex(token.ca_fingerprint, 64)) {
        return Error{ErrorKind::BadInput, "the node token is incomplete; copy it whole or make a new one with: apollo-cli node token"};
    }
    return token;
}

Result<TokenStore> TokenStore::open(Disk& disk, std::string file) {
    TokenStore store(disk, std::move(file));
    if (!disk.exists(store.m_file)) return store;
    auto text = disk.read_file(store.m_file);
    if (!text) return text.error();
    const auto json = nlohmann::json::parse(*text, nullptr, false);
    if (!json.is_array()) return Error{ErrorKind::Damaged, store.m_file + " is not readable; remove it and make new tokens"};
    for (const auto& entry : json) {
        store.m_entries.push_back({entry.value("secret_sha256", std::string()), WallTime{entry.value("expires_at_ms", std::int64_t{0})},
                                   entry.value("used", false)});
    }
    return store;
}

Status TokenStore::save() const {
    auto json = nlohmann::json::array();
    for (const Entry& entry : m_entries) {
        json.push_back({{"secret_sha256", entry.secret_sha256}, {"expires_at_ms", entry.expires_at.ms}, {"used", entry.used}});
    }
    return m_disk->write_file_atomically(m_file, as_bytes(json.dump(1)));
}

Result<std::string> TokenStore::create(Random& random, WallTime expires_at, WallTime now) {
    std::erase_if(m_entries, [&](const Entry& entry) { return entry.expires_at.ms + keep_expired_ms < now.ms; });
    std::string secret = random.hex(32);
    m_entries.push_back({sha256_hex(as_bytes(secret)), expires_at, false});
    if (auto saved = save(); !saved) return saved.error();
    return secret;
}

Status TokenStore::redeem(const std::string& secret, WallTime now) {
    const std::string hash = sha256_hex(as_bytes(secret));
    const auto entry = std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& e) { return e.secret_sha256 == hash; });
    const std::string advice = "; make a new one with: apollo-cli node token";
    if (entry == m_entries.end()) return Error{ErrorKind::NotAllowed, "the token is unknown here" + advice};
    if (entry->used) return Error{ErrorKind::NotAllowed, "the token was used before; a token enrols one node" + advice};
    if (entry->expires_at < now) return Error{ErrorKind::NotAllowed, "the token expired at " + to_rfc3339(entry->expires_at) + advice};
    entry->used = true;
    return save();
}

}  // namespace apollo::transport
