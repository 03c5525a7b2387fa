// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <algorithm>
#include <map>

#include "common/definition/read_task.h"
#include "common/domain/plan.h"

namespace apollo::definition {

namespace {

constexpr int suggestions_limit = 200;  // "did you mean" compares with every name; not for thousands of wrong ones

class GraphCheck {
public:
    GraphCheck(const domain::TaskDefinition& task, const std::vector<StepSource>& sources, Report& report)
        : m_task(task), m_sources(sources), m_report(report), m_depends_on(task.steps.size()) {}

    void run() {
        index_names();
        link();
        report_cycle();
        for (std::uint32_t i = 0; i < m_sources.size(); ++i) check_references(i);
    }

private:
    const std::string& name_of(std::uint32_t step) const { return m_task.steps[step].name.text; }

    void index_names() {
        for (std::uint32_t i = 0; i < m_task.steps.size(); ++i) {
            if (name_of(i).empty()) continue;
            m_names.push_back(name_of(i));
            const auto [first, is_new] = m_by_name.emplace(name_of(i), i);
            if (is_new) continue;
            const Place place = m_sources[first->second].name->place;
            m_report.fault(*m_sources[i].name, "step name '" + name_of(i) + "' is used twice, in line " + std::to_string(place.line) +
                                                   " and in line " + std::to_string(m_sources[i].name->place.line));
        }
    }

    std::string suggestion(const std::string& wrong) {
        if (m_suggestions++ >= suggestions_limit) return {};
        const std::string nearest = nearest_name(wrong, m_names);
        return nearest.empty() ? std::string() : "; did you mean '" + nearest + "'?";
    }

    void link() {
        for (std::uint32_t i = 0; i < m_task.steps.size(); ++i) {
            const auto& names = m_task.steps[i].depends_on;
            for (std::size_t k = 0; k < names.size(); ++k) link_one(i, names[k].text, *m_sources[i].depends_on[k]);
        }
    }

    void link_one(std::uint32_t step, const std::string& upstream, const Node& node) {
        const auto found = m_by_name.find(upstream);
        if (found == m_by_name.end()) {
            m_report.fault(node, "step '" + name_of(step) + "' depends on '" + upstream + "', which is no step of this task" +
                                     suggestion(upstream));
        } else if (upstream == name_of(step)) {
            m_report.fault(node, "a step cannot wait for itself: " + upstream + " -> " + upstream);
        } else {
            m_depends_on[step].push_back(found->second);
        }
    }

    void report_cycle() {
        const std::vector<std::uint32_t> cycle = domain::topological_order(m_depends_on).cycle;
        if (cycle.empty()) return;
        // Told from the step that comes first in the file, so that the same graph gives the same sentence.
        const auto first = std::min_element(cycle.begin(), cycle.end() - 1);
        std::vector<std::uint32_t> path(first, cycle.end() - 1);
        path.insert(path.end(), cycle.begin(), first);
        path.push_back(path.front());
        std::string text;
        for (const std::uint32_t step : path) text += (text.empty() ? "" : " -> ") + name_of(step);
        const auto& names = m_task.steps[path[0]].depends_on;
        const auto edge = std::find(names.begin(), names.end(), m_task.steps[path[1]].name) - names.begin();
        m_report.fault(*m_sources[path[0]].depends_on[static_cast<std::size_t>(edge)],
                       "the steps wait for each other in a circle: " + text);
    }

    void check_references(std::uint32_t step) {
        for (const PlacedReference& reference : m_sources[step].references) check_reference(step, reference);
        for (const PlacedReference& reference : m_sources[step].own_references) {
            if (reference.step != name_of(step)) check_reference(step, reference);
        }
    }

    void check_reference(std::uint32_t step, const PlacedReference& reference) {
        const auto found = m_by_name.find(reference.step);
        if (found == m_by_name.end()) {
            m_report.fault(*reference.node, "the output of '" + reference.step + "' is used, which is no step of this task" +
                                                suggestion(reference.step));
        } else if (!depends_on(step, found->second)) {
            m_report.fault(*reference.node, "the output of '" + reference.step + "' is used, but step '" + name_of(step) +
                                                "' does not depend on it; add it to 'depends_on'");
        }
    }

    bool depends_on(std::uint32_t step, std::uint32_t upstream) const {
        const auto& direct = m_depends_on[step];
        if (std::find(direct.begin(), direct.end(), upstream) != direct.end()) return true;
        std::vector<bool> seen(m_depends_on.size(), false);
        std::vector<std::uint32_t> open(direct);
        while (!open.empty()) {
            const std::uint32_t at = open.back();
            open.pop_back();
            if (at == upstream) return true;
            if (seen[at]) continue;
            seen[at] = true;
            open.insert(open.end(), m_depends_on[at].begin(), m_depends_on[at].end());
        }
        return false;
    }

    const domain::TaskDefinition& m_task;
    const std::vector<StepSource>& m_sources;
    Report& m_report;
    std::vector<std::vector<std::uint32_t>> m_depends_on;
    std::vector<std::string> m_names;
    std::map<std::string, std::uint32_t> m_by_name;
    int m_suggestions = 0;
};

}  // namespace

void check_graph(const domain::TaskDefinition& task, const std::vector<StepSource>& sources, Report& report) {
    GraphCheck(task, sources, report).run();
}

}  // namespace apollo::definition
