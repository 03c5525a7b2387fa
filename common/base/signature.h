// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Whether a file was signed with somebody's key, as `openssl dgst -sha256 -sign KEY` (RSA, elliptic curves) or `openssl pkeyutl -sign
// -rawin` (Ed25519) does it.
#pragma once

#include <string>

#include "common/base/result.h"

namespace apollo {

// `signature`: its bytes. `public_key_pem`: PEM of a public key. NotAllowed: not signed with that key. BadInput: the key cannot be read.
Status check_signature(const std::string& content, const std::string& signature, const std::string& public_key_pem);

}  // namespace apollo
