// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <algorithm>

#include "agent/intents/builtin.h"
#include "agent/intents/http.h"
#include "agent/intents/params.h"
#include "common/base/bytes.h"
#include "common/base/host.h"

namespace apollo::agent {

namespace {

// What of an answer goes into the step's summary.
constexpr std::size_t told_body_bytes = 2048;

Result<std::string> text_param(const nlohmann::json& params, const char* key, const std::string& fallback) {
    if (!params.contains(key)) return fallback;
    return plain_text(params[key], "the param '" + std::string(key) + "'");
}

Status read_headers(const nlohmann::json& params, HttpRequest& request) {
    if (!params.contains("headers")) return success();
    if (!params["headers"].is_object()) return bad_input("the param 'headers' must map names to texts");
    for (const auto& [name, value] : params["headers"].items()) {
        auto text = plain_text(value, "the header '" + name + "'");
        if (!text) return text.error();
        if (name.empty() || (name + *text).find_first_of("\r\n") != std::string::npos) return bad_input("a header must be one line");
        request.headers[name] = std::move(*text);
    }
    return success();
}

// The other side can tell a repetition from a new request.
void add_idempotency_key(HttpRequest& request) {
    std::string key;
    for (const char* name : {"APOLLO_TASK_ID", "APOLLO_STEP", "APOLLO_NODE"}) {
        key += (key.empty() ? "" : "/") + environment_variable(name);
    }
    request.headers.emplace("Idempotency-Key", key);
}

Result<std::vector<std::int64_t>> wanted_statuses(const nlohmann::json& params) {
    std::vector<std::int64_t> wanted;
    if (!params.contains("expect")) return wanted;
    const Error wrong = bad_input("the param 'expect' must be a list of status numbers from 100 to 599");
    if (!params["expect"].is_array()) return wrong;
    for (const auto& one : params["expect"]) {
        if (!one.is_number_integer() || one.get<std::int64_t>() < 100 || one.get<std::int64_t>() > 599) return wrong;
        wanted.push_back(one.get<std::int64_t>());
    }
    return wanted;
}

bool is_wanted(int status, const std::vector<std::int64_t>& wanted) {
    if (wanted.empty()) return status >= 200 && status < 300;
    return std::find(wanted.begin(), wanted.end(), status) != wanted.end();
}

}  // namespace

Result<nlohmann::json> http_request(const BuiltinInput& input) {
    HttpRequest request;
    const auto url = text_param(input.params, "url", "");
    const auto method = text_param(input.params, "method", "GET");
    const auto body = text_param(input.params, "body", "");
    const auto timeout_s = whole_number(input.params, "timeout_s", 60, 1, 3600);
    for (const auto* one : {&url, &method, &body}) {
        if (!*one) return one->error();
    }
    if (!timeout_s) return timeout_s.error();
    static const std::vector<std::string> methods{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"};
    if (std::find(methods.begin(), methods.end(), *method) == methods.end()) return bad_input("'" + *method + "' is no method that http_request knows");
    request.url = *url;
    request.method = *method;
    request.body = *body;
    request.timeout_ms = *timeout_s * 1000;
    if (auto read = read_headers(input.params, request); !read) return read.error();
    const auto wanted = wanted_statuses(input.params);
    if (!wanted) return wanted.error();
    add_idempotency_key(request);
    const auto answer = exchange(request);
    if (!answer) return answer.error();
    if (!is_wanted(answer->status, *wanted)) {
        // Overload and faults of the other side go away; what it refuses it refuses again.
        const bool passing = answer->status >= 500 || answer->status == 408 || answer->status == 429;
        return Error{passing ? ErrorKind::Unreachable : ErrorKind::BadInput, request.url + " answered with status " + std::to_string(answer->status)};
    }
    return nlohmann::json{{"status", answer->status}, {"body", truncate_utf8(to_valid_utf8(answer->body), told_body_bytes)}};
}

}  // namespace apollo::agent
