// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/base/signature.h"

#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

namespace apollo {
namespace {

struct Signer {
    explicit Signer(const char* kind) : ed25519(std::string(kind) == "ED25519"), key(ed25519 ? EVP_PKEY_Q_keygen(nullptr, nullptr, kind) : EVP_PKEY_Q_keygen(nullptr, nullptr, kind, "P-256")) {}
    ~Signer() { EVP_PKEY_free(key); }
    Signer(const Signer&) = delete;
    Signer& operator=(const Signer&) = delete;

    std::string public_pem() const {
        BIO* bio = BIO_new(BIO_s_mem());
        PEM_write_bio_PUBKEY(bio, key);
        char* data = nullptr;
        const long size = BIO_get_mem_data(bio, &data);
        std::string pem(data, static_cast<std::size_t>(size));
        BIO_free(bio);
        return pem;
    }
    std::string sign(const std::string& content) const {
        EVP_MD_CTX* context = EVP_MD_CTX_new();
        std::size_t size = 0;
        const auto* bytes = reinterpret_cast<const unsigned char*>(content.data());
        EXPECT_EQ(EVP_DigestSignInit(context, nullptr, ed25519 ? nullptr : EVP_sha256(), nullptr, key), 1);
        EXPECT_EQ(EVP_DigestSign(context, nullptr, &size, bytes, content.size()), 1);
        std::string signature(size, '\0');
        EXPECT_EQ(EVP_DigestSign(context, reinterpret_cast<unsigned char*>(signature.data()), &size, bytes, content.size()), 1);
        EVP_MD_CTX_free(context);
        return signature.substr(0, size);
    }

    bool ed25519;
    EVP_PKEY* key;
};

TEST(Signature, OnlyTheKeysOwnOverThisVeryContentIsTaken) {
    for (const char* kind : {"EC", "ED25519"}) {
        SCOPED_TRACE(kind);
        const Signer ours(kind), theirs(kind);
        const std::string content(100000, 'p'), signature = ours.sign(content);
        EXPECT_TRUE(check_signature(content, signature, ours.public_pem()).ok());
        EXPECT_EQ(check_signature(content + "x", signature, ours.public_pem()).error().kind, ErrorKind::NotAllowed);
        EXPECT_EQ(check_signature(content, theirs.sign(content), ours.public_pem()).error().kind, ErrorKind::NotAllowed);
        EXPECT_EQ(check_signature(content, "", ours.public_pem()).error().kind, ErrorKind::NotAllowed);
        EXPECT_EQ(check_signature(content, signature, "no key").error().kind, ErrorKind::BadInput);
    }
}

}  // namespace
}  // namespace apollo
