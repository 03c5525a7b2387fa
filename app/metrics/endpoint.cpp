// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/metrics/endpoint.h"

#include <prometheus/collectable.h>
#include <prometheus/exposer.h>

#include <stdexcept>
#include <vector>

#include "app/metrics/families.h"

namespace apollo::metrics {

namespace {

class Page final : public prometheus::Collectable {
public:
    explicit Page(Endpoint::Ask ask) : m_ask(std::move(ask)) {}
    std::vector<prometheus::MetricFamily> Collect() const override {
        const auto figures = m_ask();
        return figures ? to_families(*figures) : no_answer();
    }

private:
    Endpoint::Ask m_ask;
};

}  // namespace

// The exposer goes first: it holds the page only weakly.
struct Endpoint::Impl {
    std::shared_ptr<Page> page;
    std::unique_ptr<prometheus::Exposer> exposer;
};

Endpoint::Endpoint(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
Endpoint::~Endpoint() = default;

Result<std::unique_ptr<Endpoint>> Endpoint::start(const std::string& host, std::uint16_t port, Ask ask) {
    const std::string address = (host.find(':') == std::string::npos ? host : "[" + host + "]") + ":" + std::to_string(port);
    auto impl = std::make_unique<Impl>();
    impl->page = std::make_shared<Page>(std::move(ask));
    try {
        impl->exposer = std::make_unique<prometheus::Exposer>(
            std::vector<std::string>{"listening_ports", address, "num_threads", "2", "request_timeout_ms", "10000"});
        impl->exposer->RegisterCollectable(impl->page);
    } catch (const std::exception&) {
        return Error{ErrorKind::Refused, "cannot serve metrics on " + address + "; is the port in use, or the address not of this machine?"};
    }
    return std::unique_ptr<Endpoint>(new Endpoint(std::move(impl)));
}

std::uint16_t Endpoint::port() const {
    const std::vector<int> ports = m_impl->exposer->GetListeningPorts();
    return ports.empty() ? 0 : static_cast<std::uint16_t>(ports.front());
}

}  // namespace apollo::metrics
