// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// One HTTP exchange, for the intents that need it. Blocks in an event loop: the caller has made a QCoreApplication.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "common/base/result.h"

namespace apollo::agent {

struct HttpRequest {
    std::string method = "GET";
    std::string url;                             // http or https
    std::map<std::string, std::string> headers;
    std::string body;
    std::int64_t timeout_ms = 60000;             // without any progress
    std::uint64_t limit_bytes = 1 << 20;         // of the answer; more is an Error
    std::string save_to{};                       // a file for the answer's body instead of `body`
};
struct HttpAnswer {
    int status = 0;
    std::string body;
};

// Follows redirections to no less safe places. BadInput: the url; Unreachable, Timeout, Io: worth another try.
Result<HttpAnswer> exchange(const HttpRequest& request);

}  // namespace apollo::agent
