// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Owners for OpenSSL's objects. Internal to this folder.
#pragma once

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <memory>
#include <string>

namespace apollo::transport {

template <auto Free>
struct FreeWith {
    template <typename T>
    void operator()(T* pointer) const {
        Free(pointer);
    }
};
using KeyHandle = std::unique_ptr<EVP_PKEY, FreeWith<EVP_PKEY_free>>;
using CertificateHandle = std::unique_ptr<X509, FreeWith<X509_free>>;
using RequestHandle = std::unique_ptr<X509_REQ, FreeWith<X509_REQ_free>>;
using BioHandle = std::unique_ptr<BIO, FreeWith<BIO_free_all>>;
using NameHandle = std::unique_ptr<X509_NAME, FreeWith<X509_NAME_free>>;
using BignumHandle = std::unique_ptr<BIGNUM, FreeWith<BN_free>>;

inline BioHandle reading_bio(const std::string& text) {
    return BioHandle(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}
inline std::string text_of(BIO* bio) {
    char* data = nullptr;
    const long size = BIO_get_mem_data(bio, &data);
    return std::string(data, static_cast<std::size_t>(size));
}

}  // namespace apollo::transport
