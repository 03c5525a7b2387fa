// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <QCoreApplication>
#include <algorithm>

#include "app/viewmodels/offers.h"
#include "app/viewmodels/text.h"

namespace apollo::viewmodels {

namespace {

struct SiteOfferWords {
    Q_DECLARE_TR_FUNCTIONS(Actions)
};

constexpr std::string_view breaker_key = "breaker:";  // of an alert, before the breaker's name

const domain::Alert* open_alert(const Navigator& navigator) {
    for (const domain::Alert& alert : navigator.live().state().alerts) {
        if (alert.position == navigator.chosen().alert) return &alert;
    }
    return nullptr;
}

Offer offer_on_node(Verb verb, const Navigator& navigator) {
    if (!navigator.chosen().node) return not_offered(SiteOfferWords::tr("Choose a node first."));
    const domain::Node* node = navigator.live().state().find_node(*navigator.chosen().node);
    if (!node) return not_offered(SiteOfferWords::tr("This node is not known any more."));
    if (node->status == domain::NodeStatus::Revoked) return not_offered(SiteOfferWords::tr("The node was revoked."));
    switch (verb) {
        case Verb::Drain:
            return node->draining ? not_offered(SiteOfferWords::tr("It is draining already.")) : Offer{true, {}};
        case Verb::Undrain:
            return node->draining ? Offer{true, {}} : not_offered(SiteOfferWords::tr("It is not draining."));
        case Verb::Reconcile:
            return node->status == domain::NodeStatus::Connected || node->status == domain::NodeStatus::Draining
                       ? Offer{true, {}}
                       : not_offered(SiteOfferWords::tr("It is not connected; it is compared when it comes back."));
        default:
            return {true, {}};
    }
}

Offer offer_on_letter(const Navigator& navigator) {
    if (!navigator.chosen().letter) return not_offered(SiteOfferWords::tr("Choose a dead letter first."));
    const auto& letters = navigator.live().state().dead_letters;
    const bool waits = std::any_of(letters.begin(), letters.end(), [&](const domain::DeadLetter& letter) {
        return letter.position == navigator.chosen().letter;
    });
    return waits ? Offer{true, {}} : not_offered(SiteOfferWords::tr("It was requeued or dropped already."));
}

Offer offer_on_alert(const Navigator& navigator) {
    if (!navigator.chosen().alert) return not_offered(SiteOfferWords::tr("Choose an alert first."));
    const domain::Alert* alert = open_alert(navigator);
    if (!alert) return not_offered(SiteOfferWords::tr("It is over."));
    if (alert->acknowledged) return not_offered(SiteOfferWords::tr("Seen already by %1.").arg(to_qstring(alert->acknowledged_by.text)));
    return {true, {}};
}

QString no_breaker_text(Verb verb) {
    if (verb == Verb::CloseRunBreaker) return SiteOfferWords::tr("No breaker keeps the selected run.");
    if (verb == Verb::CloseNodeBreaker) return SiteOfferWords::tr("The breaker of the chosen node is not open.");
    return SiteOfferWords::tr("The chosen alert is not about an open breaker.");
}

std::optional<std::string> node_breaker(const domain::State& state, const NodeId& id) {
    const domain::Node* node = state.find_node(id);
    return node && node->breaker.open ? std::optional("node:" + id.text) : std::nullopt;
}

std::optional<std::string> run_breaker(const Navigator& navigator) {
    const domain::Task* task = navigator.task();
    if (!task || !navigator.selected_run()) return std::nullopt;
    const domain::State& state = navigator.live().state();
    const std::uint32_t local = navigator.selected_run()->value - task->first_run.value;
    const IntentName& intent = task->plan->definition.steps[task->plan->step_of_run(local)].intent;
    const auto known = state.intents.find(intent);
    if (known != state.intents.end() && known->second.breaker.open) return "intent:" + intent.text;
    return node_breaker(state, task->plan->node_of_run(local));
}

}  // namespace

std::optional<std::string> breaker_for(Verb verb, const Navigator& navigator) {
    const domain::State& state = navigator.live().state();
    if (verb == Verb::CloseRunBreaker) return run_breaker(navigator);
    if (verb == Verb::CloseNodeBreaker)
        return navigator.chosen().node ? node_breaker(state, *navigator.chosen().node) : std::nullopt;
    const domain::Alert* alert = open_alert(navigator);
    if (!alert || !alert->key.starts_with(breaker_key)) return std::nullopt;
    return alert->key.substr(breaker_key.size());
}

Offer offer_on_site(Verb verb, const Navigator& navigator) {
    switch (scope_of(verb)) {
        case Scope::Node:
            if (verb == Verb::CloseNodeBreaker) break;
            return offer_on_node(verb, navigator);
        case Scope::Alert:
            if (verb == Verb::CloseAlertBreaker) break;
            return offer_on_alert(navigator);
        case Scope::Letter:
            return offer_on_letter(navigator);
        default:
            break;
    }
    const bool paused = navigator.live().state().dispatch_paused;
    if (verb == Verb::PauseAll) return paused ? not_offered(SiteOfferWords::tr("Everything is paused already.")) : Offer{true, {}};
    if (verb == Verb::ResumeAll) return paused ? Offer{true, {}} : not_offered(SiteOfferWords::tr("Not everything is paused."));
    if (verb == Verb::ReconcileAll) return {true, {}};
    return breaker_for(verb, navigator) ? Offer{true, {}} : not_offered(no_breaker_text(verb));
}

}  // namespace apollo::viewmodels
