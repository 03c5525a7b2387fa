// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The machine's services: systemd's, through systemctl; on Windows those of its service manager.
#pragma once

#include <cstdint>
#include <string>

#include "common/base/result.h"

namespace apollo::agent {

class Service {
public:
    // BadInput for what is no name of a service.
    static Result<Service> of(const std::string& name);

    Result<bool> is_active() const;
    Result<bool> is_enabled() const;
    // "start", "stop", "restart", "enable", "disable"
    Status change(const std::string& verb) const;
    // Stays active for `settle_ms`.
    Result<bool> settles(std::int64_t settle_ms) const;

private:
    explicit Service(std::string name) : m_name(std::move(name)) {}
    std::string m_name;
};

}  // namespace apollo::agent
