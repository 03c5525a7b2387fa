// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/codec/command_codec.h"

#include "common/base/bytes.h"
#include "common/codec/event_codec.h"
#include "common/codec/plan_codec.h"
#include "common/codec/value_codec.h"

namespace apollo::codec {

namespace {

void encode(const domain::Justification& value, wire::Justification& out) {
    out.set_on_behalf_of(to_valid_utf8(value.on_behalf_of));
    out.set_reason(to_valid_utf8(value.reason));
}

domain::Justification decode(const wire::Justification& in) { return {in.on_behalf_of(), in.reason()}; }

void encode(const domain::RunFilter& value, wire::RunFilter& out) {
    if (value.step) out.set_step(value.step->text);
    if (value.node) out.set_node(value.node->text);
}

domain::RunFilter decode(const wire::RunFilter& in) {
    domain::RunFilter filter;
    if (in.has_step()) filter.step = StepName{in.step()};
    if (in.has_node()) filter.node = NodeId{in.node()};
    return filter;
}

class CommandEncoder {
public:
    explicit CommandEncoder(wire::Command& to) : out(to) {}

    void operator()(const domain::SubmitTask& value) const {
        encode_definition(value.definition, *out.mutable_submit()->mutable_definition());
    }
    void operator()(const domain::CancelTask& value) const {
        out.mutable_cancel()->set_task_id(value.task.text);
        encode(value.why, *out.mutable_cancel()->mutable_why());
    }
    void operator()(const domain::RerunTask& value) const {
        auto* rerun = out.mutable_rerun();
        rerun->set_task_id(value.task.text);
        encode(value.filter, *rerun->mutable_filter());
        rerun->set_from(value.from);
        rerun->set_failed(value.failed);
        encode(value.why, *rerun->mutable_why());
    }
    void operator()(const domain::SkipRuns& value) const {
        out.mutable_skip()->set_task_id(value.task.text);
        encode(value.filter, *out.mutable_skip()->mutable_filter());
        encode(value.why, *out.mutable_skip()->mutable_why());
    }
    void operator()(const domain::OverrideRuns& value) const {
        auto* action = out.mutable_override_runs();
        action->set_task_id(value.task.text);
        encode(value.filter, *action->mutable_filter());
        action->set_to(static_cast<std::uint32_t>(value.to));
        encode(value.why, *action->mutable_why());
    }
    void operator()(const domain::CreateNodeToken& value) const { out.mutable_create_node_token()->set_ttl_ms(value.ttl_ms); }
    void operator()(const domain::StoreArtifact& value) const {
        auto* piece = out.mutable_store_artifact();
        piece->set_sha256(value.artifact.text);
        piece->set_offset(value.offset);
        piece->set_content(value.content);
        piece->set_last(value.last);
    }
    void operator()(const domain::RevokeNode& value) const {
        out.mutable_revoke_node()->set_node(value.node.text);
        encode(value.why, *out.mutable_revoke_node()->mutable_why());
    }
    void operator()(const domain::PauseTask& value) const { pause(value.task, value.why, false); }
    void operator()(const domain::ResumeTask& value) const { pause(value.task, value.why, true); }
    void operator()(const domain::PauseDispatch& value) const { pause_all(value.why, false); }
    void operator()(const domain::ResumeDispatch& value) const { pause_all(value.why, true); }
    void operator()(const domain::AmendTask& value) const {
        auto* amend = out.mutable_amend();
        encode_definition(value.definition, *amend->mutable_definition());
        amend->set_dry_run(value.dry_run);
        encode(value.why, *amend->mutable_why());
    }
    void operator()(const domain::CompensateTask& value) const {
        out.mutable_compensate()->set_task_id(value.task.text);
        encode(value.filter, *out.mutable_compensate()->mutable_filter());
        encode(value.why, *out.mutable_compensate()->mutable_why());
    }
    void operator()(const domain::ExplainTask& value) const {
        out.mutable_explain()->set_task_id(value.task.text);
        encode(value.filter, *out.mutable_explain()->mutable_filter());
    }
    void operator()(const domain::DrainNode& value) const {
        out.mutable_drain()->set_node(value.node.text);
        out.mutable_drain()->set_undo(value.undo);
        encode(value.why, *out.mutable_drain()->mutable_why());
    }
    void operator()(const domain::ReconcileNodes& value) const {
        out.mutable_reconcile();
        if (value.node) out.mutable_reconcile()->set_node(value.node->text);
    }
    void operator()(const domain::RequeueDeadLetter& value) const { letter(value.letter, value.why, false); }
    void operator()(const domain::DropDeadLetter& value) const { letter(value.letter, value.why, true); }
    void operator()(const domain::AcknowledgeAlert& value) const {
        out.mutable_acknowledge()->set_position(value.alert.value);
        encode(value.why, *out.mutable_acknowledge()->mutable_why());
    }
    void operator()(const domain::CloseBreaker& value) const {
        out.mutable_close_breaker()->set_breaker(value.breaker);
        encode(value.why, *out.mutable_close_breaker()->mutable_why());
    }
    void operator()(const domain::AddOperator& value) const {
        auto* add = out.mutable_add_operator();
        add->set_name(value.name.text);
        add->set_role(static_cast<std::uint32_t>(value.role));
        add->set_csr_pem(value.csr_pem);
        encode(value.why, *add->mutable_why());
    }
    void operator()(const domain::RevokeOperator& value) const {
        out.mutable_revoke_operator()->set_name(value.name.text);
        encode(value.why, *out.mutable_revoke_operator()->mutable_why());
    }
    void operator()(const domain::ImportTask& value) const {
        auto* import = out.mutable_import_task();
        encode_plan(*domain::make_plan(value.definition, value.step_nodes), *import->mutable_plan());
        import->set_note(to_valid_utf8(value.note));
        for (const domain::Event& event : value.events) {
            auto* imported = import->add_events();
            imported->set_type(static_cast<std::uint32_t>(event.header.type));
            imported->set_run(event.header.run.value);
            imported->set_attempt(event.header.attempt.value);
            imported->set_origin_time_ms(event.header.origin_time.ms);
            encode_payload(event.payload, *imported->mutable_tail());
        }
    }

private:
    void pause(const TaskId& task, const domain::Justification& why, bool resume) const {
        out.mutable_pause()->set_task_id(task.text);
        out.mutable_pause()->set_resume(resume);
        encode(why, *out.mutable_pause()->mutable_why());
    }
    void pause_all(const domain::Justification& why, bool resume) const {
        out.mutable_pause_all()->set_resume(resume);
        encode(why, *out.mutable_pause_all()->mutable_why());
    }
    void letter(Position position, const domain::Justification& why, bool drop) const {
        out.mutable_letter()->set_position(position.value);
        out.mutable_letter()->set_drop(drop);
        encode(why, *out.mutable_letter()->mutable_why());
    }

    wire::Command& out;
};

Result<domain::Command> decode_import(const wire::Command::Import& in) {
    auto plan = decode_plan(in.plan());
    if (!plan) return Error{ErrorKind::BadInput, plan.error().message};
    domain::ImportTask import;
    import.definition = (*plan)->definition;
    for (const domain::PlanStep& step : (*plan)->steps) {
        std::vector<NodeId>& nodes = import.step_nodes.emplace_back();
        for (std::uint32_t node : step.nodes) nodes.push_back((*plan)->nodes[node]);
    }
    import.note = in.note();
    for (const wire::ImportedEvent& imported : in.events()) {
        domain::Event& event = import.events.emplace_back();
        event.header.type = static_cast<domain::EventType>(imported.type());
        event.header.run = RunIndex{imported.run()};
        event.header.attempt = Attempt{imported.attempt()};
        event.header.origin_time.ms = imported.origin_time_ms();
        event.payload = decode_payload(imported.tail());
    }
    return domain::Command{std::move(import)};
}

domain::Command decode_override(const wire::Command::Override& in) {
    return domain::OverrideRuns{TaskId{in.task_id()}, decode(in.filter()),
                                decode_enum<domain::RunStatus>(in.to(), domain::run_status_count), decode(in.why())};
}

domain::Command decode_pause(const wire::Command::Pause& in) {
    if (in.resume()) return domain::ResumeTask{TaskId{in.task_id()}, decode(in.why())};
    return domain::PauseTask{TaskId{in.task_id()}, decode(in.why())};
}

domain::Command decode_pause_all(const wire::Command::PauseAll& in) {
    if (in.resume()) return domain::ResumeDispatch{decode(in.why())};
    return domain::PauseDispatch{decode(in.why())};
}

domain::Command decode_letter(const wire::Command::Letter& in) {
    if (in.drop()) return domain::DropDeadLetter{Position{in.position()}, decode(in.why())};
    return domain::RequeueDeadLetter{Position{in.position()}, decode(in.why())};
}

domain::Command decode_reconcile(const wire::Command::Reconcile& in) {
    domain::ReconcileNodes command;
    if (in.has_node()) command.node = NodeId{in.node()};
    return command;
}

domain::Command decode_add_operator(const wire::Command::AddOperator& in) {
    return domain::AddOperator{OperatorName{in.name()}, decode_enum<domain::OperatorRole>(in.role(), domain::operator_role_count), in.csr_pem(), {}, {}, {}, decode(in.why())};
}

// What changes the course of tasks, nodes and queues that exist.
Result<domain::Command> decode_steering(const wire::Command& in) {
    using Kind = wire::Command;
    switch (in.kind_case()) {
        case Kind::kPause: return decode_pause(in.pause());
        case Kind::kPauseAll: return decode_pause_all(in.pause_all());
        case Kind::kAmend:
            return domain::Command{domain::AmendTask{decode_definition(in.amend().definition()), in.amend().dry_run(), decode(in.amend().why())}};
        case Kind::kCompensate:
            return domain::Command{domain::CompensateTask{TaskId{in.compensate().task_id()}, decode(in.compensate().filter()),
                                                          decode(in.compensate().why())}};
        case Kind::kExplain: return domain::Command{domain::ExplainTask{TaskId{in.explain().task_id()}, decode(in.explain().filter())}};
        case Kind::kDrain: return domain::Command{domain::DrainNode{NodeId{in.drain().node()}, in.drain().undo(), decode(in.drain().why())}};
        case Kind::kReconcile: return decode_reconcile(in.reconcile());
        case Kind::kLetter: return decode_letter(in.letter());
        case Kind::kAcknowledge:
            return domain::Command{domain::AcknowledgeAlert{Position{in.acknowledge().position()}, decode(in.acknowledge().why())}};
        case Kind::kAddOperator: return decode_add_operator(in.add_operator());
        case Kind::kRevokeOperator: return domain::Command{domain::RevokeOperator{OperatorName{in.revoke_operator().name()}, decode(in.revoke_operator().why())}};
        case Kind::kCloseBreaker:
            return domain::Command{domain::CloseBreaker{in.close_breaker().breaker(), decode(in.close_breaker().why())}};
        default: break;
    }
    return Error{ErrorKind::BadInput, "this orchestrator does not know that command; it is older than the program that sent it"};
}

}  // namespace

void encode_command(const domain::Command& command, wire::Command& out) { std::visit(CommandEncoder(out), command); }

Result<domain::Command> decode_command(const wire::Command& in) {
    using Kind = wire::Command;
    switch (in.kind_case()) {
        case Kind::kSubmit: return domain::Command{domain::SubmitTask{decode_definition(in.submit().definition())}};
        case Kind::kCancel:
            return domain::Command{domain::CancelTask{TaskId{in.cancel().task_id()}, decode(in.cancel().why())}};
        case Kind::kRerun:
            return domain::Command{domain::RerunTask{TaskId{in.rerun().task_id()}, decode(in.rerun().filter()),
                                                     in.rerun().from(), in.rerun().failed(), decode(in.rerun().why())}};
        case Kind::kSkip:
            return domain::Command{domain::SkipRuns{TaskId{in.skip().task_id()}, decode(in.skip().filter()), decode(in.skip().why())}};
        case Kind::kOverrideRuns: return decode_override(in.override_runs());
        case Kind::kCreateNodeToken: return domain::Command{domain::CreateNodeToken{in.create_node_token().ttl_ms()}};
        case Kind::kStoreArtifact: {
            const auto& piece = in.store_artifact();
            return domain::Command{domain::StoreArtifact{ArtifactId{piece.sha256()}, piece.offset(), piece.content(), piece.last()}};
        }
        case Kind::kRevokeNode:
            return domain::Command{domain::RevokeNode{NodeId{in.revoke_node().node()}, decode(in.revoke_node().why())}};
        case Kind::kImportTask: return decode_import(in.import_task());
        default: return decode_steering(in);
    }
}

void encode_command_result(const domain::CommandResult& result, wire::CommandResult& out) {
    out.set_task_id(result.task.text);
    out.set_task_status(static_cast<std::uint32_t>(result.task_status));
    out.set_created(result.created);
    out.set_affected(result.affected);
    out.set_position(result.position.value);
    out.set_token(result.token);
    out.set_ca_fingerprint(result.ca_fingerprint);
    out.set_expires_at(result.expires_at.ms);
    out.set_certificate_pem(result.certificate_pem);
    out.set_ca_pem(result.ca_pem);
    for (const domain::ResultRow& row : result.rows) {
        auto* line = out.add_rows();
        line->set_step(row.step);
        line->set_node(row.node);
        line->set_what(row.what);
        line->set_detail(to_valid_utf8(row.detail));
    }
}

domain::CommandResult decode_command_result(const wire::CommandResult& in) {
    domain::CommandResult result;
    result.task = TaskId{in.task_id()};
    result.task_status = decode_enum<domain::TaskStatus>(in.task_status(), 7);
    result.created = in.created();
    result.affected = in.affected();
    result.position = Position{in.position()};
    result.token = in.token();
    result.ca_fingerprint = in.ca_fingerprint();
    result.expires_at.ms = in.expires_at();
    result.certificate_pem = in.certificate_pem();
    result.ca_pem = in.ca_pem();
    for (const wire::ResultRow& row : in.rows()) result.rows.push_back({row.step(), row.node(), row.what(), row.detail()});
    return result;
}

void encode_error(const Error& error, wire::Failure& out) {
    out.set_kind(static_cast<std::uint32_t>(error.kind));
    out.set_message(to_valid_utf8(error.message));
}

Error decode_error(const wire::Failure& in) { return {decode_enum<ErrorKind>(in.kind(), 9), in.message()}; }

}  // namespace apollo::codec
