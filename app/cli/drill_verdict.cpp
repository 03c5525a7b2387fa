// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What a drill concludes: effects against the log, the log against the state, center against nodes.
#include <algorithm>
#include <sstream>

#include "app/cli/drill_story.h"

namespace apollo::cli {

using domain::EventType;
using domain::RunStatus;

namespace {

// "STEP ATTEMPT"
std::pair<std::string, Attempt> parts_of(const std::string& line) {
    std::istringstream words(line);
    std::string step;
    std::uint32_t attempt = 0;
    words >> step >> attempt;
    return {step, Attempt{attempt}};
}

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += (text.empty() ? "" : ", ") + line;
    return text.empty() ? "nothing" : text;
}

DrillReport::Promise promise(const char* name, const std::string& broken, const std::string& kept) {
    return {name, broken.empty(), broken.empty() ? kept : broken};
}

}  // namespace

bool DrillStory::has_effect(const DrillTask& task, const std::string& line) const {
    const auto lines = drill_effects(m_folder, task.id);
    return std::find(lines.begin(), lines.end(), line) != lines.end();
}

// All but the last had ended; that one had at least begun.
bool DrillStory::knows_effects(const DrillTask& task, const std::vector<std::string>& lines) const {
    for (std::size_t k = 0; k < lines.size(); ++k) {
        const auto [step, attempt] = parts_of(lines[k]);
        const domain::Run* run = m_watch.find_run(task.id, step, task.nodes.front());
        if (!run || run->attempt < attempt) return false;
        const bool is_newest = run->attempt == attempt;
        if (is_newest && run->status != RunStatus::Succeeded && (k + 1 < lines.size() || run->status != RunStatus::Running)) return false;
    }
    return true;
}

std::size_t DrillStory::count_starts(const DrillTask& task, const std::string& step, Attempt attempt) const {
    const auto run = m_watch.state().find_run(TaskId{task.id}, StepName{step}, NodeId{task.nodes.front()});
    return static_cast<std::size_t>(std::count_if(m_watch.events().begin(), m_watch.events().end(), [&](const DrillWatch::Seen& one) {
        return run && one.header.run == *run && one.header.type == EventType::Started && one.header.attempt == attempt;
    }));
}

// Empty: the effects are those expected, and the log tells the same.
std::string DrillStory::difference(const DrillTask& task) const {
    const auto effects = drill_effects(m_folder, task.id);
    if (effects != task.expected) return "of " + task.id + " there should be " + joined(task.expected) + ", and there is " + joined(effects);
    for (const std::string& line : effects) {
        const auto [step, attempt] = parts_of(line);
        const std::size_t starts = count_starts(task, step, attempt);
        if (starts != 1) return "the log tells " + std::to_string(starts) + " starts of " + task.id + "/" + step + " attempt " + std::to_string(attempt.value);
    }
    return {};
}

// Empty: the last comparison found nothing to repair, and the state is what the nodes did.
std::string DrillStory::disagreement() const {
    if (m_compare_ms == 0) return "the drill did not come so far";
    for (const DrillTask* task : tasks()) {
        if (!m_watch.is_ended_well(task->id)) return task->id + " has not succeeded";
        if (!knows_effects(*task, drill_effects(m_folder, task->id))) return "the center does not know all effects of " + task->id;
    }
    if (const std::size_t repairs = m_watch.repairs_since(m_compare_ms, {m_crash, m_cut, m_disk}); repairs > 0) {
        return "the last comparison still found " + std::to_string(repairs) + " differences";
    }
    for (const std::string& node : {m_crash, m_cut, m_disk}) {
        const auto index = m_watch.state().node_by_id.find(NodeId{node});
        const auto& nodes = m_watch.state().nodes;
        if (index == m_watch.state().node_by_id.end() || nodes[index->second.value].status != domain::NodeStatus::Connected) return node + " is not connected";
        if (nodes[index->second.value].live_runs != 0) return node + " still works on something";
    }
    return {};
}

// Empty: no report was left over, no run is in doubt.
std::string DrillStory::leftovers() const {
    const domain::State& state = m_watch.state();
    for (const domain::DeadLetter& letter : state.dead_letters) {
        const std::string node = letter.node == no_node ? "" : state.nodes[letter.node.value].facts.node.text;
        if (node == m_crash || node == m_cut || node == m_disk) return "a report of " + node + " became a dead letter: " + letter.content.reason;
    }
    for (const DrillTask* task : tasks()) {
        const domain::Task* known = state.find_task(TaskId{task->id});
        if (known && known->quarantined_count > 0) return "runs of " + task->id + " are quarantined";
    }
    return {};
}

void DrillStory::judge() {
    std::string wrong;
    std::size_t effects = 0;
    for (const DrillTask* task : tasks()) {
        if (wrong.empty()) wrong = difference(*task);
        effects += drill_effects(m_folder, task->id).size();
    }
    m_report.promises.push_back(promise("effects", wrong, std::to_string(effects) + " effects, each attempt's exactly once and in order"));
    const std::string repeated = m_duplicates == 0      ? "the drill did not come so far"
                                 : m_second_effects > 0 ? std::to_string(m_second_effects) + " of " + std::to_string(m_duplicates) + " were taken for new tasks"
                                                        : "";
    m_report.promises.push_back(promise("duplicates", repeated, std::to_string(m_duplicates) + " repeated submissions changed nothing"));
    m_report.promises.push_back(promise("agreement", disagreement(), "center and nodes agree; the last comparison found nothing to repair"));
    m_report.promises.push_back(promise("leftovers", leftovers(), "no dead letter, no quarantined run"));
    std::stable_sort(m_report.moments.begin(), m_report.moments.end(), [](const auto& a, const auto& b) { return a.at_ms < b.at_ms; });
}

void DrillStory::clean_up() {
    const domain::Justification why{"", "the drill is over"};
    if (auto opened = open_all_gates(m_folder); !opened) m_watch.note("", opened.error().message);
    for (const DrillTask* task : {&m_crash_task, &m_cut_task, &m_disk_task, &m_late_task, &m_after_task}) {
        const domain::Task* known = m_watch.state().find_task(TaskId{task->id});
        if (!known || domain::is_ended(known->status)) continue;
        if (auto cancelled = m_watch.ask(domain::CancelTask{TaskId{task->id}, why}); !cancelled) m_watch.note("", cancelled.error().message);
    }
    for (const std::string& node : {m_crash, m_cut, m_disk}) {
        if (m_watch.state().node_by_id.count(NodeId{node}) == 0) continue;
        auto revoked = m_watch.ask(domain::RevokeNode{NodeId{node}, why});
        m_watch.note(node, revoked ? "revoked; the drill is over" : revoked.error().message);
    }
}

}  // namespace apollo::cli
