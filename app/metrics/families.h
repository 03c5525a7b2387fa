// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// From figures to what Prometheus reads: names, help, labels. Any thread.
#pragma once

#include <prometheus/metric_family.h>

#include <vector>

#include "app/metrics/figures.h"

namespace apollo::metrics {

std::vector<prometheus::MetricFamily> to_families(const Figures& figures);
// What is shown when the orchestrator gave no figures in time: only that.
std::vector<prometheus::MetricFamily> no_answer();

}  // namespace apollo::metrics
