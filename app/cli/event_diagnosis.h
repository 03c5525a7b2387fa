// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What only the events themselves tell: whether something ran twice, whether a run's versions are without gap, where a
// node and the center disagreed. Pure: sees each event before it is applied, asks nobody.
#pragma once

#include <vector>

#include "app/cli/check.h"
#include "common/domain/state.h"

namespace apollo::cli {

class EventDiagnosis {
public:
    // In the order of positions; `before` is the state that all earlier events give.
    void see(const domain::Event& event, const domain::State& before);
    std::vector<Check> checks() const;

private:
    void see_start(const domain::Event& event, const domain::State& before);
    void see_version(const domain::Event& event, const domain::State& before);
    void renumber(const domain::Event& event, const domain::State& before);

    std::vector<std::vector<Attempt>> m_started;  // per run: attempts whose start its node told
    std::vector<std::string> m_run_twice;
    std::vector<std::string> m_started_again;
    std::vector<std::string> m_jumps;
    std::uint64_t m_repairs = 0;
    std::string m_last_repair;
};

}  // namespace apollo::cli
