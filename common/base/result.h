// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Expected failures as values. A broken assumption is an assertion (assert.h), never an Error.
#pragma once

#include <string>
#include <utility>
#include <variant>

#include "common/base/assert.h"

namespace apollo {

enum class ErrorKind {
    BadInput,       // what the caller gave is wrong: exit code 2
    NotFound,       // the thing named does not exist
    Refused,        // understood, but not possible in this state
    NotAllowed,     // the identity may not do this: exit code 4
    Unreachable,    // nobody answers: exit code 3
    Timeout,        // an answer did not come in time
    Io,             // the operating system said no; the message names path and reason
    Damaged,        // stored bytes are not what was written
    Unsupported,    // a version or a feature this build does not know
};

// `message` is one sentence for an operator: what is wrong, where, what to do.
struct Error {
    ErrorKind kind = ErrorKind::Refused;
    std::string message;

    friend bool operator==(const Error&, const Error&) = default;
};

inline Error bad_input(std::string message) { return {ErrorKind::BadInput, std::move(message)}; }

// Either a T or an Error. Reading the wrong side is a broken assumption.
template <typename T>
class [[nodiscard]] Result {
public:
    Result(T value) : m_value(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : m_value(std::in_place_index<1>, std::move(error)) {}

    bool ok() const { return m_value.index() == 0; }
    explicit operator bool() const { return ok(); }

    T& value() & { APOLLO_ASSERT(ok()); return *std::get_if<0>(&m_value); }
    const T& value() const& { APOLLO_ASSERT(ok()); return *std::get_if<0>(&m_value); }
    T&& value() && { APOLLO_ASSERT(ok()); return std::move(*std::get_if<0>(&m_value)); }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    const Error& error() const { APOLLO_ASSERT(!ok()); return *std::get_if<1>(&m_value); }

private:
    std::variant<T, Error> m_value;
};

struct Unit {
    friend bool operator==(const Unit&, const Unit&) = default;
};
using Status = Result<Unit>;
inline Status success() { return Unit{}; }

}  // namespace apollo
