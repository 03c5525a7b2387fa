// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// systemd's services, through systemctl.
#pragma once

#include <string>

#include "common/base/result.h"

namespace apollo::agent {

class Service {
public:
    // BadInput for what is no unit's name.
    static Result<Service> of(const std::string& name);

    Result<bool> is_active() const;
    Result<bool> is_enabled() const;
    // "start", "stop", "restart", "enable", "disable"
    Status change(const std::string& verb) const;
    // Stays active for `settle_ms`.
    Result<bool> settles(std::int64_t settle_ms) const;

private:
    explicit Service(std::string unit) : m_unit(std::move(unit)) {}
    std::string m_unit;
};

}  // namespace apollo::agent
