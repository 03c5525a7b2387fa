// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The metrics page over HTTP, for Prometheus to pull: GET /metrics. Without authentication, so it belongs on loopback or behind
// something that has one.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/metrics/figures.h"
#include "common/base/result.h"

namespace apollo::metrics {

class Endpoint {
public:
    // Called on the server's threads, once per scrape; nullopt: no answer in time.
    using Ask = std::function<std::optional<Figures>()>;

    // An address, not a name, and a port (0: any free one). One sentence when it cannot listen there.
    static Result<std::unique_ptr<Endpoint>> start(const std::string& host, std::uint16_t port, Ask ask);
    // Waits for scrapes that are on their way.
    ~Endpoint();

    std::uint16_t port() const;

private:
    struct Impl;
    explicit Endpoint(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

}  // namespace apollo::metrics
