// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Who may do what follows from the log alone: roles are given, taken and given anew by events.
#include "app/core/permissions.h"

#include <gtest/gtest.h>

#include "common/codec/state_codec.h"
#include "tests/support/event_script.h"

namespace apollo::core {
namespace {

using domain::EventType;
using domain::OperatorRole;

domain::Event operator_event(EventType type, const std::string& name, std::optional<OperatorRole> role, const std::string& serial) {
    domain::Event event;
    event.header.type = type;
    domain::OperatorAction action;
    action.verb = "add";
    action.target = name;
    action.role = role;
    action.certificate_serial = serial;
    event.payload = action;
    return event;
}

TEST(Permissions, TheLeastRoleOfEachKindOfCommand) {
    EXPECT_EQ(role_needed(domain::ExplainTask{}), OperatorRole::Viewer);
    EXPECT_EQ(role_needed(domain::AmendTask{{}, true, {}}), OperatorRole::Viewer) << "a preview changes nothing";
    for (const domain::Command& command : std::vector<domain::Command>{domain::SubmitTask{}, domain::CancelTask{}, domain::RerunTask{}, domain::SkipRuns{},
             domain::OverrideRuns{}, domain::ImportTask{}, domain::PauseTask{}, domain::ResumeTask{}, domain::PauseDispatch{}, domain::ResumeDispatch{},
             domain::AmendTask{}, domain::CompensateTask{}, domain::DrainNode{}, domain::ReconcileNodes{}, domain::RequeueDeadLetter{},
             domain::DropDeadLetter{}, domain::AcknowledgeAlert{}, domain::CloseBreaker{}}) {
        EXPECT_EQ(role_needed(command), OperatorRole::Operator) << command.index();
    }
    for (const domain::Command& command :
         std::vector<domain::Command>{domain::CreateNodeToken{}, domain::RevokeNode{}, domain::AddOperator{}, domain::RevokeOperator{}}) {
        EXPECT_EQ(role_needed(command), OperatorRole::Admin) << command.index();
    }
}

TEST(Permissions, ARoleIsGivenTakenAndGivenAnewWithAnotherCertificate) {
    testing::EventScript script;
    const OperatorName ann{"ann"};
    EXPECT_EQ(role_of(script.state(), ann, "01"), std::nullopt);
    script.raw(operator_event(EventType::OperatorAdded, "ann", OperatorRole::Viewer, "01"));
    EXPECT_EQ(role_of(script.state(), ann, "01"), OperatorRole::Viewer);
    EXPECT_EQ(role_of(script.state(), ann, "02"), std::nullopt) << "a certificate that is not hers";
    EXPECT_EQ(role_of(script.state(), OperatorName{domain::local_operator}, ""), OperatorRole::Admin);
    EXPECT_TRUE(check_permission(script.state(), ann, "01", domain::ExplainTask{}));
    EXPECT_EQ(check_permission(script.state(), ann, "01", domain::CancelTask{}).error().kind, ErrorKind::NotAllowed);
    script.raw(operator_event(EventType::OperatorRevoked, "ann", OperatorRole::Viewer, ""));
    EXPECT_EQ(role_of(script.state(), ann, "01"), std::nullopt);
    script.raw(operator_event(EventType::OperatorAdded, "ann", OperatorRole::Admin, "02"));
    EXPECT_EQ(role_of(script.state(), ann, "01"), std::nullopt) << "the old certificate stays worthless";
    EXPECT_TRUE(check_permission(script.state(), ann, "02", domain::RevokeNode{}));
    script.raw(operator_event(EventType::OperatorRevoked, "nobody", std::nullopt, ""));
    EXPECT_EQ(script.state().refused_changes, 1u);
}

TEST(Permissions, ASnapshotKeepsThem) {
    testing::EventScript script;
    script.raw(operator_event(EventType::OperatorAdded, "ann", OperatorRole::Operator, "01"));
    script.raw(operator_event(EventType::OperatorAdded, "bob", OperatorRole::Admin, "02"));
    script.raw(operator_event(EventType::OperatorRevoked, "bob", OperatorRole::Admin, ""));
    const auto restored = codec::state_from_bytes(codec::state_to_bytes(script.state(), std::nullopt));
    ASSERT_TRUE(restored);
    EXPECT_EQ(domain::state_hash(**restored), domain::state_hash(script.state()));
    EXPECT_EQ(role_of(**restored, OperatorName{"ann"}, "01"), OperatorRole::Operator);
    EXPECT_EQ(role_of(**restored, OperatorName{"bob"}, "02"), std::nullopt);
}

}  // namespace
}  // namespace apollo::core
