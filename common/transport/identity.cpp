// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/transport/identity.h"

#include <openssl/x509v3.h>

#include "common/base/sha256.h"
#include "common/transport/key_protection.h"
#include "common/transport/openssl_handles.h"

namespace apollo::transport {

namespace {

constexpr long leaf_days = 3650;
constexpr long ca_days = 7300;

Error crypto_error(const std::string& doing) {
    char text[256] = "unknown reason";
    if (const unsigned long code = ERR_get_error()) ERR_error_string_n(code, text, sizeof text);
    ERR_clear_error();
    return {ErrorKind::Io, "cannot " + doing + ": " + text};
}

KeyHandle new_key() { return KeyHandle(EVP_EC_gen("P-256")); }

std::string key_to_pem(EVP_PKEY* key) {
    BioHandle bio(BIO_new(BIO_s_mem()));
    PEM_write_bio_PrivateKey(bio.get(), key, nullptr, nullptr, 0, nullptr, nullptr);
    return text_of(bio.get());
}

std::string certificate_to_pem(X509* certificate) {
    BioHandle bio(BIO_new(BIO_s_mem()));
    PEM_write_bio_X509(bio.get(), certificate);
    return text_of(bio.get());
}

std::string certificate_to_der(X509* certificate) {
    unsigned char* bytes = nullptr;
    const int size = i2d_X509(certificate, &bytes);
    std::string der(reinterpret_cast<char*>(bytes), size > 0 ? static_cast<std::size_t>(size) : 0);
    OPENSSL_free(bytes);
    return der;
}

CertificateHandle certificate_from_der(const std::string& der) {
    const unsigned char* at = reinterpret_cast<const unsigned char*>(der.data());
    return CertificateHandle(d2i_X509(nullptr, &at, static_cast<long>(der.size())));
}

KeyHandle key_from_pem(const std::string& pem) {
    return KeyHandle(PEM_read_bio_PrivateKey(reading_bio(pem).get(), nullptr, nullptr, nullptr));
}

CertificateHandle certificate_from_pem(const std::string& pem) {
    return CertificateHandle(PEM_read_bio_X509(reading_bio(pem).get(), nullptr, nullptr, nullptr));
}

void add_name(X509_NAME* name, const char* field, const std::string& text) {
    X509_NAME_add_entry_by_txt(name, field, MBSTRING_UTF8, reinterpret_cast<const unsigned char*>(text.data()),
                               static_cast<int>(text.size()), -1, 0);
}

std::string name_entry(X509_NAME* name, int nid) {
    char text[256] = "";
    const int size = X509_NAME_get_text_by_NID(name, nid, text, sizeof text);
    return size > 0 ? std::string(text, static_cast<std::size_t>(size)) : std::string();
}

const char* unit_of(PeerIdentity::Role role) { return role == PeerIdentity::Role::Agent ? "agent" : "operator"; }

void add_extension(X509* certificate, X509* issuer, int nid, const std::string& value) {
    X509V3_CTX context;
    X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
    X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, &context, nid, value.c_str());
    if (!extension) return;
    X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
}

struct Subject {
    std::string common_name;
    std::string unit;
    std::string usage;      // extended key usage; empty for the CA
    std::string alternate;  // subjectAltName; may be empty
    long days = leaf_days;
};

// An unsigned certificate with everything but the signature. `issuer` null: self-signed CA.
CertificateHandle draft(const Subject& subject, EVP_PKEY* key, X509* issuer) {
    CertificateHandle certificate(X509_new());
    X509_set_version(certificate.get(), 2);
    BignumHandle serial(BN_new());
    BN_rand(serial.get(), 127, BN_RAND_TOP_ANY, BN_RAND_BOTTOM_ANY);
    BN_to_ASN1_INTEGER(serial.get(), X509_get_serialNumber(certificate.get()));
    // A day back, so that a node whose clock is a little behind accepts it.
    X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -24L * 3600);
    X509_time_adj_ex(X509_getm_notAfter(certificate.get()), static_cast<int>(subject.days), 0, nullptr);
    X509_NAME* name = X509_get_subject_name(certificate.get());
    add_name(name, "O", "Apollo-11");
    add_name(name, "OU", subject.unit);
    add_name(name, "CN", subject.common_name);
    X509* const signer = issuer ? issuer : certificate.get();
    X509_set_issuer_name(certificate.get(), X509_get_subject_name(signer));
    X509_set_pubkey(certificate.get(), key);
    add_extension(certificate.get(), signer, NID_basic_constraints, issuer ? "critical,CA:FALSE" : "critical,CA:TRUE");
    add_extension(certificate.get(), signer, NID_key_usage,
                  issuer ? "critical,digitalSignature" : "critical,keyCertSign,cRLSign");
    if (!subject.usage.empty()) add_extension(certificate.get(), signer, NID_ext_key_usage, subject.usage);
    if (!subject.alternate.empty()) add_extension(certificate.get(), signer, NID_subject_alt_name, subject.alternate);
    return certificate;
}

Result<std::string> sign(const Subject& subject, EVP_PKEY* key, const std::string& ca_key_pem, const std::string& ca_pem) {
    const KeyHandle ca_key = key_from_pem(ca_key_pem);
    const CertificateHandle ca = certificate_from_pem(ca_pem);
    if (!ca_key || !ca) return crypto_error("read the CA's key");
    const CertificateHandle certificate = draft(subject, key, ca.get());
    if (X509_sign(certificate.get(), ca_key.get(), EVP_sha256()) == 0) return crypto_error("sign a certificate");
    return certificate_to_pem(certificate.get());
}

}  // namespace

Result<SigningRequest> make_signing_request(const std::string& common_name) {
    const KeyHandle key = new_key();
    const RequestHandle request(X509_REQ_new());
    if (!key || !request) return crypto_error("make a key");
    X509_REQ_set_version(request.get(), 0);
    add_name(X509_REQ_get_subject_name(request.get()), "CN", common_name);
    X509_REQ_set_pubkey(request.get(), key.get());
    if (X509_REQ_sign(request.get(), key.get(), EVP_sha256()) == 0) return crypto_error("sign a request");
    BioHandle bio(BIO_new(BIO_s_mem()));
    PEM_write_bio_X509_REQ(bio.get(), request.get());
    return SigningRequest{key_to_pem(key.get()), text_of(bio.get())};
}

Result<CertificateAuthority> CertificateAuthority::open_or_create(Disk& disk, const std::string& folder) {
    CertificateAuthority authority;
    const std::string key_path = folder + "/ca.key", certificate_path = folder + "/ca.crt";
    if (auto made = disk.make_folder(folder); !made) return made.error();
    if (!disk.exists(certificate_path)) {
        const KeyHandle key = new_key();
        if (!key) return crypto_error("make the CA's key");
        const CertificateHandle certificate = draft({"Apollo-11 CA", "ca", "", "", ca_days}, key.get(), nullptr);
        if (X509_sign(certificate.get(), key.get(), EVP_sha256()) == 0) return crypto_error("sign the CA");
        const std::string key_pem = key_to_pem(key.get()), certificate_pem = certificate_to_pem(certificate.get());
        if (auto stored = disk.write_file_atomically(key_path, as_bytes(key_pem)); !stored) return stored.error();
        if (auto stored = disk.write_file_atomically(certificate_path, as_bytes(certificate_pem)); !stored) return stored.error();
    }
    auto key = disk.read_file(key_path);
    auto certificate = disk.read_file(certificate_path);
    if (!key) return key.error();
    if (!certificate) return certificate.error();
    const CertificateHandle parsed = certificate_from_pem(*certificate);
    if (!parsed || !key_from_pem(*key)) return Error{ErrorKind::Damaged, "the CA in " + folder + " cannot be read"};
    authority.m_key_pem = std::move(key).value();
    authority.m_certificate_pem = std::move(certificate).value();
    authority.m_fingerprint = fingerprint_of_der(certificate_to_der(parsed.get()));
    return authority;
}

Result<Credentials> CertificateAuthority::issue(const std::string& common_name, PeerIdentity::Role role) const {
    const KeyHandle key = new_key();
    if (!key) return crypto_error("make a key");
    auto pem = sign({common_name, unit_of(role), "clientAuth", "", leaf_days}, key.get(), m_key_pem, m_certificate_pem);
    if (!pem) return pem.error();
    return Credentials{key_to_pem(key.get()), std::move(pem).value(), m_certificate_pem};
}

Result<Credentials> CertificateAuthority::issue_server() const {
    const KeyHandle key = new_key();
    if (!key) return crypto_error("make a key");
    auto pem = sign({server_name, "orchestrator", "serverAuth", std::string("DNS:") + server_name, leaf_days}, key.get(),
                    m_key_pem, m_certificate_pem);
    if (!pem) return pem.error();
    return Credentials{key_to_pem(key.get()), std::move(pem).value(), m_certificate_pem};
}

Result<std::string> CertificateAuthority::sign_agent(const std::string& csr_pem, const NodeId& node) const {
    return sign_request(csr_pem, node.text, PeerIdentity::Role::Agent);
}

Result<std::string> CertificateAuthority::sign_operator(const std::string& csr_pem, const OperatorName& name) const {
    return sign_request(csr_pem, name.text, PeerIdentity::Role::Operator);
}

Result<std::string> CertificateAuthority::sign_request(const std::string& csr_pem, const std::string& common_name, PeerIdentity::Role role) const {
    const RequestHandle request(PEM_read_bio_X509_REQ(reading_bio(csr_pem).get(), nullptr, nullptr, nullptr));
    EVP_PKEY* key = request ? X509_REQ_get0_pubkey(request.get()) : nullptr;
    // The signature proves that the sender holds the key.
    if (!key || X509_REQ_verify(request.get(), key) != 1) {
        ERR_clear_error();
        return Error{ErrorKind::BadInput, std::string("the certificate request of ") + (role == PeerIdentity::Role::Agent ? "node " : "operator ") + common_name + " is broken"};
    }
    return sign({common_name, unit_of(role), "clientAuth", "", leaf_days}, key, m_key_pem, m_certificate_pem);
}

Result<Credentials> load_credentials(Disk& disk, const std::string& folder, const std::string& name) {
    Credentials credentials;
    for (auto [file, target] : {std::pair{name + ".key", &credentials.key_pem}, {name + ".crt", &credentials.certificate_pem},
                                {std::string("ca.crt"), &credentials.ca_pem}}) {
        auto text = disk.read_file(folder + "/" + file);
        if (!text) return text.error();
        *target = std::move(text).value();
    }
    auto key = open_key(credentials.key_pem);
    if (!key) return Error{key.error().kind, folder + "/" + name + ".key: " + key.error().message};
    credentials.key_pem = std::move(key).value();
    return credentials;
}

Status store_credentials(Disk& disk, const std::string& folder, const std::string& name, const Credentials& credentials) {
    if (auto made = disk.make_folder(folder); !made) return made;
    const auto key = protect_key(credentials.key_pem);
    if (!key) return key.error();
    const std::pair<std::string, const std::string*> files[] = {
        {"/ca.crt", &credentials.ca_pem}, {"/" + name + ".key", &*key}, {"/" + name + ".crt", &credentials.certificate_pem}};
    for (const auto& [file, text] : files) {
        if (auto stored = disk.write_file_atomically(folder + file, as_bytes(*text)); !stored) return stored;
    }
    return success();
}

PeerIdentity identity_of_certificate(const std::string& certificate_der) {
    PeerIdentity identity;
    const CertificateHandle certificate = certificate_from_der(certificate_der);
    if (!certificate) return identity;
    X509_NAME* subject = X509_get_subject_name(certificate.get());
    identity.name = name_entry(subject, NID_commonName);
    const std::string unit = name_entry(subject, NID_organizationalUnitName);
    if (unit == "agent") identity.role = PeerIdentity::Role::Agent;
    if (unit == "operator") identity.role = PeerIdentity::Role::Operator;
    const BignumHandle serial(ASN1_INTEGER_to_BN(X509_get0_serialNumber(certificate.get()), nullptr));
    char* hex = BN_bn2hex(serial.get());
    for (const char* at = hex; *at != '\0'; ++at) identity.serial.push_back(*at >= 'A' && *at <= 'F' ? static_cast<char>(*at + 32) : *at);
    OPENSSL_free(hex);
    return identity;
}

std::string fingerprint_of_der(const std::string& certificate_der) { return sha256_hex(as_bytes(certificate_der)); }

bool is_issued_by(const std::string& certificate_der, const std::string& ca_der) {
    const CertificateHandle certificate = certificate_from_der(certificate_der);
    const CertificateHandle ca = certificate_from_der(ca_der);
    if (!certificate || !ca) return false;
    const bool issued = X509_verify(certificate.get(), X509_get0_pubkey(ca.get())) == 1;
    ERR_clear_error();
    return issued;
}

}  // namespace apollo::transport
