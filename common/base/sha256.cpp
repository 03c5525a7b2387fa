// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/base/sha256.h"

#include <openssl/evp.h>

#include "common/base/assert.h"

namespace apollo {

struct Sha256::Context {
    EVP_MD_CTX* evp = EVP_MD_CTX_new();
    ~Context() { EVP_MD_CTX_free(evp); }
};

Sha256::Sha256() : m_context(std::make_unique<Context>()) {
    APOLLO_ASSERT(EVP_DigestInit_ex(m_context->evp, EVP_sha256(), nullptr) == 1);
}

Sha256::~Sha256() = default;

void Sha256::update(ByteView bytes) {
    APOLLO_ASSERT(EVP_DigestUpdate(m_context->evp, bytes.data(), bytes.size()) == 1);
}

std::string Sha256::finish_hex() {
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned int length = 0;
    APOLLO_ASSERT(EVP_DigestFinal_ex(m_context->evp, digest, &length) == 1);
    static const char alphabet[] = "0123456789abcdef";
    std::string text;
    for (unsigned int i = 0; i < length; ++i) {
        text.push_back(alphabet[digest[i] >> 4]);
        text.push_back(alphabet[digest[i] & 15]);
    }
    return text;
}

std::string sha256_hex(ByteView bytes) {
    Sha256 hash;
    hash.update(bytes);
    return hash.finish_hex();
}

}  // namespace apollo
