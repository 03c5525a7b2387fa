// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// One-time tokens by which a node enrols. The text holds a secret and the CA's fingerprint; the orchestrator stores only
// the secret's SHA-256, so that a stolen file enrols nobody.
#pragma once

#include <string>
#include <vector>

#include "common/base/disk.h"
#include "common/base/random.h"
#include "common/base/time.h"

namespace apollo::transport {

struct Token {
    std::string secret;          // 32 hex digits
    std::string ca_fingerprint;  // 64 hex digits
};
std::string to_text(const Token& token);  // "apollo1.SECRET.FINGERPRINT"
Result<Token> token_from_text(const std::string& text);

class TokenStore {
public:
    // Reads FILE (JSON); missing = none.
    static Result<TokenStore> open(Disk& disk, std::string file);

    // A new secret, durable when this returns.
    Result<std::string> create(Random& random, WallTime expires_at, WallTime now);
    // Uses the token up, durably, before success is returned. NotAllowed says whether it is unknown, used or expired.
    Status redeem(const std::string& secret, WallTime now);

private:
    struct Entry {
        std::string secret_sha256;
        WallTime expires_at;
        bool used = false;
    };
    TokenStore(Disk& disk, std::string file) : m_disk(&disk), m_file(std::move(file)) {}
    Status save() const;

    Disk* m_disk;
    std::string m_file;
    std::vector<Entry> m_entries;
};

}  // namespace apollo::transport
