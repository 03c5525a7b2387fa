// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Door: time. The cores never read a clock; shells hand them a Now.
#pragma once

#include "common/base/time.h"

namespace apollo {

class Clock {
public:
    virtual ~Clock() = default;
    virtual Now now() const = 0;
};

// The machine's clocks. Any thread.
class SystemClock final : public Clock {
public:
    Now now() const override;
};

}  // namespace apollo
