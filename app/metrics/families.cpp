// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/metrics/families.h"

#include <limits>

namespace apollo::metrics {

namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;

MetricFamily counters(const std::string& name, const std::string& help, const std::string& label, const Counts& counts) {
    MetricFamily family{name, help, MetricType::Counter, {}};
    for (const auto& [value, count] : counts) {
        ClientMetric metric;
        metric.label.push_back({label, value});
        metric.counter.value = static_cast<double>(count);
        family.metric.push_back(std::move(metric));
    }
    return family;
}

MetricFamily counter(const std::string& name, const std::string& help, std::uint64_t count) {
    ClientMetric metric;
    metric.counter.value = static_cast<double>(count);
    return {name, help, MetricType::Counter, {metric}};
}

MetricFamily gauges(const std::string& name, const std::string& help, const std::string& label, const Counts& counts) {
    MetricFamily family{name, help, MetricType::Gauge, {}};
    for (const auto& [value, count] : counts) {
        ClientMetric metric;
        metric.label.push_back({label, value});
        metric.gauge.value = static_cast<double>(count);
        family.metric.push_back(std::move(metric));
    }
    return family;
}

MetricFamily gauge(const std::string& name, const std::string& help, double value) {
    ClientMetric metric;
    metric.gauge.value = value;
    return {name, help, MetricType::Gauge, {metric}};
}

MetricFamily histogram(const std::string& name, const std::string& help, const Distribution& distribution) {
    ClientMetric metric;
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < distribution.counts.size(); ++i) {
        total += distribution.counts[i];
        const bool last = i == distribution.bounds.size();
        metric.histogram.bucket.push_back({total, last ? std::numeric_limits<double>::infinity() : distribution.bounds[i]});
    }
    metric.histogram.sample_count = total;
    metric.histogram.sample_sum = distribution.sum;
    return {name, help, MetricType::Histogram, {metric}};
}

MetricFamily answering(bool answers) {
    return gauge("apollo_orchestrator_answering", "1 if the orchestrator gave its figures in time for this scrape.", answers ? 1 : 0);
}

}  // namespace

std::vector<MetricFamily> to_families(const Figures& figures) {
    MetricFamily build = gauge("apollo_build_info", "Always 1; the label says which version runs.", 1);
    build.metric[0].label.push_back({"version", figures.version});
    std::vector<MetricFamily> families{
        std::move(build),
        answering(true),
        counters("apollo_events_total", "Events made durable since the process started.", "type", figures.events),
        counters("apollo_attempts_ended_total", "Attempts of steps that ended since the process started.", "result", figures.attempts_ended),
        counter("apollo_retries_total", "Retries scheduled since the process started.", figures.retries),
        counters("apollo_compensations_total", "Compensations since the process started.", "phase", figures.compensations),
        histogram("apollo_step_duration_seconds", "From start to end of attempts that succeeded, failed or timed out.", figures.step_seconds),
        histogram("apollo_scheduler_loop_seconds", "One timed pass of the scheduler.", figures.loop_seconds),
        gauge("apollo_recovery_seconds", "How long the last start took to read snapshot and log.", figures.recovery_seconds),
        gauges("apollo_queue_depth", "Runs (dead_letters: reports) that are in the queue now.", "queue", figures.queues),
        gauge("apollo_sql_lag_events", "Durable events that the SQL history does not hold yet.", static_cast<double>(figures.sql_lag_events)),
        gauge("apollo_log_position", "Position of the newest durable event.", static_cast<double>(figures.log_position)),
        gauges("apollo_agents", "Enrolled agents by state.", "state", figures.agents),
        gauge("apollo_breakers_open", "Circuit breakers of intents and nodes that are open.", static_cast<double>(figures.open_breakers)),
        gauges("apollo_alerts_open", "Alerts that are raised and not cleared, by what they are about.", "class", figures.alerts),
    };
    if (figures.backup_age_seconds) {
        families.push_back(gauge("apollo_backup_age_seconds", "Since when the backup lacks something; where one is kept.", *figures.backup_age_seconds));
    }
    return families;
}

std::vector<MetricFamily> no_answer() { return {answering(false)}; }

}  // namespace apollo::metrics
