// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/updater/signature.h"

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <QByteArray>
#include <memory>

namespace apollo::updater {

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

Status check_signature(const std::string& content, const std::string& signature_base64, const std::string& public_key_pem) {
    const Bio bio(BIO_new_mem_buf(public_key_pem.data(), static_cast<int>(public_key_pem.size())));
    const Key key(bio ? PEM_read_bio_PUBKEY(bio.get(), nullptr, nullptr, nullptr) : nullptr);
    if (!key) return Error{ErrorKind::BadInput, "the release key is no public key in PEM"};
    const auto decoded = QByteArray::fromBase64Encoding(QByteArray::fromStdString(signature_base64), QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded || decoded.decoded.isEmpty()) return Error{ErrorKind::BadInput, "the package's signature is no base64"};
    const Digest digest(EVP_MD_CTX_new());
    const EVP_MD* kind = EVP_PKEY_id(key.get()) == EVP_PKEY_ED25519 ? nullptr : EVP_sha256();
    const bool is_signed = digest && EVP_DigestVerifyInit(digest.get(), nullptr, kind, nullptr, key.get()) == 1 &&
                           EVP_DigestVerify(digest.get(), reinterpret_cast<const unsigned char*>(decoded.decoded.constData()), static_cast<std::size_t>(decoded.decoded.size()),
                                            reinterpret_cast<const unsigned char*>(content.data()), content.size()) == 1;
    if (is_signed) return success();
    return Error{ErrorKind::NotAllowed, "the package is not signed with this machine's release key"};
}

}  // namespace apollo::updater
