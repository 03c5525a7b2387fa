// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/base/signature.h"

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <memory>

namespace apollo {

namespace {

template <auto Free>
struct Freer {
    template <typename T>
    void operator()(T* pointer) const { Free(pointer); }
};
using Key = std::unique_ptr<EVP_PKEY, Freer<EVP_PKEY_free>>;
using Digest = std::unique_ptr<EVP_MD_CTX, Freer<EVP_MD_CTX_free>>;
using Bio = std::unique_ptr<BIO, Freer<BIO_free_all>>;

}  // namespace

Status check_signature(const std::string& content, const std::string& signature, const std::string& public_key_pem) {
    const Bio bio(BIO_new_mem_buf(public_key_pem.data(), static_cast<int>(public_key_pem.size())));
    const Key key(bio ? PEM_read_bio_PUBKEY(bio.get(), nullptr, nullptr, nullptr) : nullptr);
    if (!key) return Error{ErrorKind::BadInput, "the release key is no public key in PEM"};
    const Digest digest(EVP_MD_CTX_new());
    const EVP_MD* kind = EVP_PKEY_id(key.get()) == EVP_PKEY_ED25519 ? nullptr : EVP_sha256();
    const bool is_signed = digest && EVP_DigestVerifyInit(digest.get(), nullptr, kind, nullptr, key.get()) == 1 &&
                           EVP_DigestVerify(digest.get(), reinterpret_cast<const unsigned char*>(signature.data()), signature.size(),
                                            reinterpret_cast<const unsigned char*>(content.data()), content.size()) == 1;
    if (is_signed) return success();
    return Error{ErrorKind::NotAllowed, "the package is not signed with the release key"};
}

}  // namespace apollo
