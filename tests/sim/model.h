// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The checker's own idea of runs, built from the headers of durable events alone. Written from the requirements (S2) and
// the design, not from the reducer; it shares only names and numbers with it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/domain/event.h"

namespace apollo::sim {

struct ModelRun {
    domain::RunStatus status = domain::RunStatus::Pending;
    bool quarantined = false;
    std::uint32_t version = 0;
    std::uint32_t newest_attempt = 0;      // dispatched, or given up without
    std::uint32_t given_up_attempt = 0;    // its end was decided without its node, which may still carry it out
};

class Model {
public:
    // The next event of the log. A sentence if it breaks a promise.
    std::optional<std::string> apply(const domain::Event& event);

    const ModelRun* find(std::uint32_t run) const;
    const std::map<std::uint32_t, ModelRun>& runs() const { return m_runs; }
    bool was_dispatched(std::uint32_t run, std::uint32_t attempt) const { return m_dispatched.contains({present(run), attempt}); }
    // Highest sequence without a gap that the log holds of that life of a node's log.
    std::uint64_t contiguous(std::uint32_t node, std::uint32_t incarnation) const;
    bool is_revoked(std::uint32_t node) const;
    // More of its step's runs have failed than are tolerated.
    bool is_stopped(std::uint32_t run) const;
    std::uint64_t position() const { return m_position; }
    std::uint32_t epoch() const { return m_epoch; }
    // Damage was found: what is missing of a run shows as a jump of its version.
    void allow_gaps() { m_gaps_allowed = true; }

private:
    std::optional<std::string> apply_run(const domain::Event& event);
    // A run that was waiting begins: whether the limits of its step let it.
    std::optional<std::string> check_roll_out(std::uint32_t run) const;
    void note_plan(const domain::Event& event);
    void note_roll_outs(const domain::Plan& plan, std::uint32_t first_run);
    // An amendment gives the runs of its task new numbers.
    void move_runs(const domain::Event& event, const domain::TaskAmended& amended);
    // The number that a run of that (perhaps older) number has now.
    std::uint32_t present(std::uint32_t run) const;
    std::optional<std::string> note_origin(const domain::EventHeader& header);

    std::map<std::uint32_t, ModelRun> m_runs;
    struct Planned {
        std::uint32_t first_run = 0;
        std::shared_ptr<const domain::Plan> plan;
    };
    std::map<std::uint32_t, Planned> m_plans;        // by task
    std::map<std::uint32_t, std::uint32_t> m_moved;  // old number → new one
    std::map<std::pair<std::uint32_t, std::uint32_t>, bool> m_dispatched;  // (run, attempt)
    struct Seen {
        std::uint64_t contiguous = 0;
        std::set<std::uint64_t> beyond;
    };
    std::map<std::pair<std::uint32_t, std::uint32_t>, Seen> m_seen;  // (node, incarnation)
    std::map<std::uint32_t, bool> m_revoked;
    struct RollOut {
        std::uint32_t last_run = 0;
        std::uint32_t most = 0;
        std::optional<std::uint32_t> tolerated;
        std::vector<std::uint32_t> ranks;
    };
    struct Under {
        std::uint32_t begun = 0;
        std::uint32_t failed = 0;
        std::uint32_t undone = 0;
        bool earlier_rank = false;  // one of an earlier rank is under way
    };
    Under count_others(std::uint32_t run, std::uint32_t first, const RollOut& step) const;
    const std::pair<const std::uint32_t, RollOut>* roll_out_of(std::uint32_t run) const;
    std::map<std::uint32_t, RollOut> m_roll_outs;  // by the first run of a step that has limits over its nodes
    std::uint64_t m_position = 0;
    std::uint32_t m_epoch = 0;
    bool m_gaps_allowed = false;
};

}  // namespace apollo::sim
