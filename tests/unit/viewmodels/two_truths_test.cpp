// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/two_truths.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>

#include "tests/unit/viewmodels/model_fixture.h"

namespace apollo::viewmodels {
namespace {

// The node works on alone; what it did is recorded ten minutes later.
struct CutOff {
    CutOff() {
        log.add_node("n");
        task = log.submit(testing::pipeline_definition("p"), {"n"}, false);
        log.append(domain::EventType::Dispatched, task, RunIndex{0}, {});
        log.append_of_agent(domain::EventType::Started, RunIndex{0}, Attempt{1}, {});
        log.wait_ms(60'000);
        heard = log.events().size();
        log.append_of_agent(domain::EventType::Succeeded, RunIndex{0}, Attempt{1}, domain::RunEnded{});
        events = log.events();
        // The center hears of another task first, a minute after the node was done.
        domain::Event& done = events.back();
        domain::Event other = done;
        other.header = {};
        other.header.type = domain::EventType::NodeLost;
        other.header.position = done.header.position;
        other.header.recorded_time = other.header.origin_time = WallTime{done.header.origin_time.ms + 60'000};
        other.header.node = NodeIndex{0};
        other.payload = {};
        done.header.position.value += 1;
        done.header.recorded_time.ms += 600'000;
        events.insert(events.end() - 1, other);
    }
    testing::FakeLog log;
    TaskIndex task;
    std::size_t heard = 0;
    std::vector<domain::Event> events;
};

TEST(TwoTruths, ShowsWhatTheNodeHadDoneBeforeTheCenterHeardOfIt) {
    const CutOff cut;
    testing::Following f(cut.events);
    ASSERT_TRUE(f.take_all());
    TwoTruths model(f.navigator);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    EXPECT_EQ(model.rowCount(), 0) << "live, nothing later is known";
    f.navigator.seek(f.navigator.scope_size());
    f.navigator.seek_ordinal(static_cast<Ordinal>(cut.heard - 1));
    f.navigator.open_task(cut.task);
    model.refresh();
    EXPECT_EQ(model.rowCount(), 0) << "by then the node had done no more";
    f.navigator.open_task(no_task);
    f.navigator.seek_ordinal(static_cast<Ordinal>(cut.heard));
    f.navigator.open_task(cut.task);
    model.refresh();
    ASSERT_EQ(model.rowCount(), 1);
    EXPECT_EQ(model.index(0, TwoTruths::Believed).data().toString().toStdString(), "Running");
    EXPECT_EQ(model.index(0, TwoTruths::Really).data().toString().toStdString(), "Succeeded");
    EXPECT_EQ(model.run_at(0), RunIndex{0});
    f.navigator.seek_ordinal(static_cast<Ordinal>(cut.heard + 1));
    model.refresh();
    EXPECT_EQ(model.rowCount(), 0) << "now the center knows it too";
}

}  // namespace
}  // namespace apollo::viewmodels
