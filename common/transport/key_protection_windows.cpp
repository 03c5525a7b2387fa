// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/transport/key_protection.h"

#include <windows.h>
#include <dpapi.h>

#include "common/base/windows_text.h"

namespace apollo::transport {

namespace {

// Stands before the sealed bytes.
constexpr std::string_view mark = "apollo key sealed for this machine\n";

DATA_BLOB blob_of(std::string& bytes) { return {static_cast<DWORD>(bytes.size()), reinterpret_cast<BYTE*>(bytes.data())}; }

std::string take(DATA_BLOB& blob) {
    std::string bytes(reinterpret_cast<const char*>(blob.pbData), blob.cbData);
    ::SecureZeroMemory(blob.pbData, blob.cbData);
    ::LocalFree(blob.pbData);
    return bytes;
}

}  // namespace

Result<std::string> protect_key(const std::string& pem) {
    std::string plain = pem;
    DATA_BLOB in = blob_of(plain), out{};
    if (::CryptProtectData(&in, L"apollo", nullptr, nullptr, nullptr, CRYPTPROTECT_LOCAL_MACHINE | CRYPTPROTECT_UI_FORBIDDEN, &out) == 0) {
        return Error{ErrorKind::Io, "Windows cannot seal the private key: " + windows::message_of(::GetLastError())};
    }
    return std::string(mark) + take(out);
}

Result<std::string> open_key(const std::string& stored) {
    if (!stored.starts_with(mark)) return stored;
    std::string sealed = stored.substr(mark.size());
    DATA_BLOB in = blob_of(sealed), out{};
    if (::CryptUnprotectData(&in, nullptr, nullptr, nullptr, nullptr, CRYPTPROTECT_UI_FORBIDDEN, &out) == 0) {
        return Error{ErrorKind::Damaged, "the private key cannot be opened; was it sealed on another machine? " + windows::message_of(::GetLastError())};
    }
    return take(out);
}

}  // namespace apollo::transport
