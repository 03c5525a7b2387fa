// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Prometheus' text format as a test sees it: series with values, and what is wrong with it by the rules of the format and of
// naming (the same that promtool checks).
#pragma once

#include <map>
#include <string>
#include <vector>

namespace apollo::testing {

struct MetricsPage {
    std::map<std::string, double> series;      // `name{label="value"}` as it stands
    std::map<std::string, std::string> types;  // by name of the family
    std::vector<std::string> faults;           // one sentence each

    // -1 when there is no such series.
    double value(const std::string& name) const;
};

MetricsPage read_metrics_page(const std::string& text);

}  // namespace apollo::testing
