// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// SHA-256 (FIPS 180-4), computed by libcrypto. In base because definitions, artifacts and the reducer's state hash
// all name content by it and none of them should know OpenSSL.
#pragma once

#include <memory>
#include <string>

#include "common/base/bytes.h"

namespace apollo {

class Sha256 {
public:
    Sha256();
    ~Sha256();
    Sha256(const Sha256&) = delete;
    Sha256& operator=(const Sha256&) = delete;

    void update(ByteView bytes);
    // Lower-case hex, 64 characters. Ends the computation.
    std::string finish_hex();

private:
    struct Context;
    std::unique_ptr<Context> m_context;
};

std::string sha256_hex(ByteView bytes);

}  // namespace apollo
