// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/drill_story.h"

#include <filesystem>
#include <system_error>

#include "common/base/disk.h"

namespace apollo::cli {

using domain::EventType;
using domain::RunStatus;

DrillStory::DrillStory(DrillWatch& watch, DrillPrograms& programs, DrillReport& report, const transport::ServerAddress& center, const std::string& id)
    : m_watch(watch),
      m_programs(programs),
      m_report(report),
      m_center(center),
      m_line(center.host, center.port),
      m_folder(programs.path("effects")),
      m_crash(id + "-crash"),
      m_cut(id + "-cut"),
      m_disk(id + "-disk"),
      m_crash_task{id + "-t-crash", {m_crash}, {{"s1", "", false}, {"s2", "crash", false}, {"s3", "", false}}, {"s1 1", "s2 1", "s3 1"}},
      m_cut_task{id + "-t-cut",
                 {m_cut},
                 {{"s1", "", false}, {"s2", "cut", false}, {"s3", "", false}, {"s4", "back", false}, {"s5", "", false}},
                 {"s1 1", "s2 1", "s3 1", "s4 1", "s5 1"}},
      m_disk_task{id + "-t-disk", {m_disk}, {{"s1", "never", true}, {"s2", "", false}}, {"s1 1", "s1 2", "s2 1"}},
      m_late_task{id + "-t-late", {m_crash}, {{"s1", "", false}}, {"s1 1"}},
      m_after_task{id + "-t-after", {m_crash, m_cut, m_disk}, {{"s1", "", false}}, {}} {}

Status DrillStory::run() {
    using Part = Status (DrillStory::*)();
    for (const Part part : {&DrillStory::enrol, &DrillStory::begin_work, &DrillStory::strike, &DrillStory::restart_without_log,
                            &DrillStory::work_meanwhile, &DrillStory::see_loss, &DrillStory::come_back, &DrillStory::converge,
                            &DrillStory::finish, &DrillStory::compare_again}) {
        if (auto done = (this->*part)(); !done) return done;
    }
    return success();
}

Status DrillStory::start_first_time(const std::string& node, const std::string& server) {
    auto token = m_watch.ask(domain::CreateNodeToken{600000});
    if (!token) return token.error();
    // Not as an argument: those stand in the list of processes, which everybody can read.
    const std::string file = m_programs.path(node + ".token");
    if (auto written = SystemDisk().write_file_atomically(file, as_bytes(token->token)); !written) return written;
    return m_programs.start_agent(node, {"--node-id", node, "--token-file", file, "--server", server, "--capacity", "2"});
}

Status DrillStory::enrol() {
    if (m_line.port() == 0) return Error{ErrorKind::Io, "the drill cannot listen on a port of this machine"};
    std::error_code failed;
    std::filesystem::create_directory(m_folder, failed);
    if (failed) return Error{ErrorKind::Io, "cannot make " + m_folder + ": " + failed.message()};
    const std::string straight = m_center.host + ":" + std::to_string(m_center.port);
    const std::string through_line = "127.0.0.1:" + std::to_string(m_line.port());
    for (const std::string& node : {m_crash, m_cut, m_disk}) {
        if (auto started = start_first_time(node, node == m_cut ? through_line : straight); !started) return started;
    }
    const auto all_here = [this] { return m_watch.is_here(NodeId{m_crash}) && m_watch.is_here(NodeId{m_cut}) && m_watch.is_here(NodeId{m_disk}); };
    auto here = m_watch.wait_for("for the connection of its three agents", all_here);
    if (here) m_watch.note("", "three agents of the drill have joined");
    return here;
}

Status DrillStory::submit(const DrillTask& task, bool known_already) {
    auto result = m_watch.ask(domain::SubmitTask{drill_definition(task, m_folder)});
    if (!result) return result.error();
    if (!known_already) return success();
    ++m_duplicates;
    if (result->created) ++m_second_effects;
    return success();
}

Status DrillStory::begin_work() {
    for (const DrillTask* task : {&m_crash_task, &m_cut_task, &m_disk_task}) {
        if (auto submitted = submit(*task, false); !submitted) return submitted;
        m_watch.note(task->nodes.front(), "submitted " + task->id + ", a chain of " + std::to_string(task->steps.size()) + " steps");
    }
    const auto is_running = [this](const DrillTask& task, const std::string& step) {
        const domain::Run* run = m_watch.find_run(task.id, step, task.nodes.front());
        return run && run->status == RunStatus::Running && has_effect(task, step + " 1");
    };
    auto begun = m_watch.wait_for("for the middle of its three chains", [&] {
        return is_running(m_crash_task, "s2") && is_running(m_cut_task, "s2") && is_running(m_disk_task, "s1");
    });
    if (begun) m_watch.note("", "the chains run; each is in the middle of a step");
    return begun;
}

Status DrillStory::strike() {
    m_strike_ms = m_watch.elapsed_ms();
    m_programs.kill(m_crash);
    m_watch.note(m_crash, "killed (kill -9) while its step s2 runs");
    m_line.cut();
    m_watch.note(m_cut, "its line is cut, silently, while its step s2 runs");
    m_programs.kill(m_disk);
    kill_step(m_folder, m_disk_task.id);
    std::error_code failed;
    std::filesystem::remove_all(m_programs.agent_folder(m_disk) + "/wal", failed);
    if (failed) return Error{ErrorKind::Io, "cannot remove the log of the drill's agent: " + failed.message()};
    m_watch.note(m_disk, "its agent, guard and command are killed, its log is lost");
    return open_gate(m_folder, "cut");
}

Status DrillStory::restart_without_log() {
    if (auto gone = m_watch.wait_for("for the end of the connection of a killed agent", [this] { return !m_watch.is_here(NodeId{m_disk}); }); !gone) return gone;
    m_restart_ms = m_watch.elapsed_ms();
    m_watch.note(m_disk, "started again, with an empty log");
    return m_programs.start_agent(m_disk, {});
}

Status DrillStory::work_meanwhile() {
    if (auto submitted = submit(m_late_task, false); !submitted) return submitted;
    m_watch.note(m_crash, "submitted " + m_late_task.id + " to the killed agent");
    if (auto again = submit(m_cut_task, true); !again) return again;
    m_watch.note(m_cut, "submitted " + m_cut_task.id + " once more");
    return success();
}

Status DrillStory::see_loss() {
    std::optional<std::int64_t> alone, crash_lost, cut_lost;
    auto seen = m_watch.wait_for("for the loss of two nodes to be seen, and for the one that is cut off to go on alone", [&] {
        if (!alone && has_effect(m_cut_task, "s3 1")) alone = m_watch.elapsed_ms();
        crash_lost = m_watch.seen_at(EventType::NodeLost, NodeId{m_crash}, m_strike_ms);
        cut_lost = m_watch.seen_at(EventType::NodeLost, NodeId{m_cut}, m_strike_ms);
        return alone && crash_lost && cut_lost;
    });
    if (alone) m_watch.note_at(*alone, m_cut, "went on alone with s3, which the center had not ordered");
    if (alone) m_report.takeover_ms = *alone - m_strike_ms;
    if (crash_lost) m_watch.note_at(*crash_lost, m_crash, "the center declares it lost");
    if (cut_lost) m_watch.note_at(*cut_lost, m_cut, "the center declares it lost");
    if (crash_lost && cut_lost) m_report.detection_ms = std::max(*crash_lost, *cut_lost) - m_strike_ms;
    if (!seen) return seen;
    auto why = m_watch.ask(domain::ExplainTask{TaskId{m_late_task.id}, {}});
    if (why && !why->rows.empty()) m_watch.note(m_crash, m_late_task.id + " waits: " + why->rows.front().detail);
    return success();
}

Status DrillStory::come_back() {
    m_lift_ms = m_watch.elapsed_ms();
    for (const DrillTask* task : tasks()) m_done_at_lift.push_back(drill_effects(m_folder, task->id));
    if (auto started = m_programs.start_agent(m_crash, {}); !started) return started;
    m_watch.note(m_crash, "started again");
    m_line.join();
    m_watch.note(m_cut, "its line is back");
    return success();
}

// Empty: the center knows all that the nodes did while it could not hear of them.
std::string DrillStory::unknown_at_center() const {
    const domain::Run* held = m_watch.find_run(m_crash_task.id, "s2", m_crash);
    if (!m_watch.seen_at(EventType::NodeConnected, NodeId{m_crash}, m_lift_ms)) return m_crash + " has not come back";
    if (!held || held->status != RunStatus::Running) return m_crash_task.id + "/s2, which runs there, does not run for the center";
    if (!m_watch.seen_at(EventType::NodeConnected, NodeId{m_cut}, m_lift_ms)) return m_cut + " has not come back";
    if (!m_watch.is_ended_well(m_disk_task.id)) return "the attempt of " + m_disk_task.id + " that " + m_disk + " lost is not replaced";
    for (std::size_t k = 0; k < m_done_at_lift.size(); ++k) {
        if (!knows_effects(*tasks()[k], m_done_at_lift[k])) return "the center does not know all effects of " + tasks()[k]->id;
    }
    return {};
}

Status DrillStory::converge() {
    std::optional<std::int64_t> adopted;
    Status converged = m_watch.wait_for("for the center to know all that the nodes did", [&] {
        const domain::Run* run = m_watch.find_run(m_crash_task.id, "s2", m_crash);
        const bool is_back = m_watch.seen_at(EventType::NodeConnected, NodeId{m_crash}, m_lift_ms).has_value();
        if (!adopted && is_back && run && run->status == RunStatus::Running) adopted = m_watch.elapsed_ms();
        return unknown_at_center().empty();
    });
    if (!converged) converged = Error{converged.error().kind, converged.error().message + "; " + unknown_at_center()};
    for (const DrillWatch::Seen& one : m_watch.events()) {
        const auto run = m_watch.state().find_run(TaskId{m_disk_task.id}, StepName{"s1"}, NodeId{m_disk});
        if (!run || one.header.run != *run || one.header.type != EventType::Started || one.header.attempt.value < 2) continue;
        m_report.repair_ms = one.at_ms - m_restart_ms;
        m_watch.note_at(one.at_ms, m_disk, "the lost attempt of s1 is recorded as lost and replaced");
        break;
    }
    if (adopted) m_report.adoption_ms = *adopted - m_lift_ms;
    if (adopted) m_watch.note_at(*adopted, m_crash, "is back with its log; s2 still runs as attempt 1");
    if (!converged) return converged;
    m_report.convergence_ms = m_watch.elapsed_ms() - m_lift_ms;
    m_watch.note("", "the center knows all that the nodes did meanwhile");
    return success();
}

Status DrillStory::finish() {
    for (const char* gate : {"crash", "back"}) {
        if (auto opened = open_gate(m_folder, gate); !opened) return opened;
    }
    auto ended = m_watch.wait_for("for the end of its tasks", [this] {
        bool well = true;
        for (const DrillTask* task : tasks()) well = well && m_watch.is_ended_well(task->id);
        return well;
    });
    if (!ended) return ended;
    m_watch.note("", "all tasks have succeeded");
    for (const DrillTask* task : tasks()) {
        if (auto again = submit(*task, true); !again) return again;
    }
    m_watch.note("", "all tasks submitted once more");
    return success();
}

// A node answers the question before it reports on what it is given afterwards.
Status DrillStory::compare_again() {
    m_compare_ms = m_watch.elapsed_ms();
    for (const std::string& node : {m_crash, m_cut, m_disk}) {
        auto asked = m_watch.ask(domain::ReconcileNodes{NodeId{node}});
        if (!asked) return asked.error();
        if (asked->affected != 1) return Error{ErrorKind::Refused, "node " + node + " cannot be asked what it knows; it is not connected"};
    }
    m_watch.note("", "all three asked once more what they know");
    if (auto submitted = submit(m_after_task, false); !submitted) return submitted;
    auto ended = m_watch.wait_for("for a last task on all three", [this] { return m_watch.is_ended_well(m_after_task.id); });
    if (ended) m_watch.note("", "a last task on all three has succeeded");
    return ended;
}

}  // namespace apollo::cli
