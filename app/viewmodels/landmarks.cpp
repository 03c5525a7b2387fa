// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/landmarks.h"

namespace apollo::viewmodels {

bool is_failure(const domain::EventHeader& header) {
    using enum domain::EventType;
    return !header.fact_only && (header.type == Failed || header.type == TimedOut || header.type == CompensationFailed);
}

std::optional<Ordinal> find_landmark(const Navigator& navigator, Landmark landmark, bool forwards) {
    const auto fits = [&](Ordinal index) {
        const domain::EventHeader& header = navigator.live().history().header(navigator.scope_ordinal(index));
        switch (landmark) {
            case Landmark::Failure:
                return is_failure(header);
            case Landmark::Retry:
                return header.type == domain::EventType::RetryScheduled && !header.fact_only;
            case Landmark::OfRun:
                return navigator.selected_run() && domain::is_of_run(header) &&
                       navigator.shown_run(header.run) == navigator.selected_run();
        }
        return false;
    };
    const Ordinal shown = navigator.scope_index(), size = navigator.scope_size();
    if (forwards) {
        for (Ordinal index = shown; index < size; ++index)
            if (fits(index)) return index + 1;
        return std::nullopt;
    }
    // In a replay the shown event itself is where one stands; live it is one of those to go back to.
    for (Ordinal index = navigator.is_replay() && shown > 0 ? shown - 1 : shown; index-- > 0;)
        if (fits(index)) return index + 1;
    return std::nullopt;
}

}  // namespace apollo::viewmodels
