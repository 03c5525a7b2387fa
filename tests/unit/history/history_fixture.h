// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A data folder with a log that grows as the test says, and whole tables as text.
#pragma once

#include <gtest/gtest.h>

#include <QTemporaryDir>
#include <memory>
#include <string>
#include <vector>

#include "app/history/database.h"
#include "app/history/place.h"
#include "app/history/projector.h"
#include "common/artifacts/artifact_store.h"
#include "common/codec/event_codec.h"
#include "common/codec/plan_codec.h"
#include "common/eventlog/log_writer.h"
#include "tests/support/fake_log.h"

namespace apollo::testing {

using Tables = std::vector<std::string>;

class HistoryTest : public ::testing::Test {
protected:
    std::string data() const { return m_folder.path().toStdString(); }
    std::string file() const { return history::place_for(data(), {}); }

    // Appends what the log does not hold yet, up to `end` events in all, and makes it durable.
    Position write(const FakeLog& log, std::size_t end = ~std::size_t{0}) {
        if (!m_writer) open_writer();
        end = std::min(end, log.events().size());
        for (; m_written < end; ++m_written) append(log.events()[m_written]);
        auto durable = m_writer->commit();
        APOLLO_ASSERT(durable.ok());
        return *durable;
    }

    // The log is another one from now on.
    void forget_log() {
        m_writer.reset();
        m_written = 0;
        const auto names = m_disk.list(data() + "/log");
        for (const std::string& name : *names) (void)m_disk.remove(data() + "/log/" + name);
    }

    std::unique_ptr<history::Database> connect(const std::string& path) {
        auto database = history::Database::open(path, 5000);
        APOLLO_ASSERT(database.ok());
        return std::move(database).value();
    }

    static Tables dump(history::Database& database) {
        Tables lines;
        for (const char* table : {"position", "tasks", "runs", "events", "nodes"}) {
            const auto rows = database.select_text(QStringLiteral("SELECT * FROM %1 ORDER BY 1").arg(QLatin1String(table)));
            APOLLO_ASSERT(rows.ok());
            for (const QVariantList& row : *rows) {
                QString line = QLatin1String(table);
                for (const QVariant& value : row) line += QLatin1Char('|') + (value.isNull() ? QStringLiteral("NULL") : value.toString());
                lines.push_back(line.toStdString());
            }
        }
        return lines;
    }
    Tables dump() { return dump(*connect(file())); }

    // What one projector writes that is never disturbed.
    Tables undisturbed(const FakeLog& log) {
        const Position durable = write(log);
        history::Projector projector(m_disk, data());
        EXPECT_TRUE(projector.rebuild(durable).ok());
        return dump();
    }

    QTemporaryDir m_folder;
    SystemDisk m_disk;

private:
    void open_writer() {
        ASSERT_TRUE(m_disk.make_folder(data() + "/log").ok());
        ASSERT_TRUE(m_disk.make_folder(data() + "/artifacts").ok());
        eventlog::OpenReport report;
        eventlog::LogSettings settings;
        settings.folder = data() + "/log";
        settings.segment_size_bytes = 64 << 10;
        auto writer = eventlog::LogWriter::open(m_disk, settings, codec::owner_of_body, report);
        ASSERT_TRUE(writer.ok());
        m_writer = std::move(writer).value();
    }

    void append(domain::Event event) {
        if (auto* submitted = std::get_if<domain::TaskSubmitted>(&event.payload)) {
            const std::string bytes = codec::plan_to_bytes(*submitted->plan);
            auto artifact = artifacts::ArtifactStore(m_disk, data() + "/artifacts").put(as_bytes(bytes));
            ASSERT_TRUE(artifact.ok());
            submitted->definition = {*artifact, bytes.size(), "application/x-apollo-plan"};
        }
        const std::string body = codec::encode_event(event);
        m_writer->append(as_bytes(body), codec::owner_of_body(as_bytes(body)));
    }

    std::unique_ptr<eventlog::LogWriter> m_writer;
    std::size_t m_written = 0;
};

// Work with failures, retries and blocked runs, decisions of people, a lost node, a cancelled and a waiting task.
inline FakeLog random_log(std::uint64_t seed) {
    FakeLog log;
    for (const char* node : {"node-a", "node-b", "node-c"}) log.add_node(node);
    const TaskIndex first = log.submit(layered_definition("layers-" + std::to_string(seed), 7, 6, seed), {"node-a", "node-b", "node-c"}, false);
    log.work(first, {.seed = seed, .failure_rate = 0.06, .share = seed % 3 == 0 ? 0.7 : 1.0});
    log.append(domain::EventType::DispatchPaused, no_task, no_run, domain::OperatorAction{"pause", OperatorName{"op"}, {}, "\xff odd ' text", {}});
    const TaskIndex second = log.submit(pipeline_definition("pipe-" + std::to_string(seed)), {"node-b"}, false);
    log.work(second, {.seed = seed + 1, .failure_rate = 0.4});
    log.work(log.submit(layered_definition("calm-" + std::to_string(seed), 5, 5, seed + 2), {"node-b", "node-c"}, false), {.seed = seed, .failure_rate = 0.0});
    log.submit(fan_definition("fan-" + std::to_string(seed), 6), {"node-a"}, false);
    for (std::uint32_t k = 0; k < log.state().runs.size(); ++k) {
        const domain::RunStatus status = log.state().runs[k].status;
        const TaskIndex task = log.state().runs[k].task;
        if ((k + seed) % 5 != 0) continue;
        if (status == domain::RunStatus::Failed) {
            log.append(domain::EventType::ManualOverride, task, RunIndex{k},
                       domain::OperatorAction{"rerun", OperatorName{"op"}, "shift", "again", domain::RunStatus::Pending});
        } else if (status == domain::RunStatus::Pending) {
            log.append(domain::EventType::RunQuarantined, task, RunIndex{k}, domain::Note{"events were lost"});
        }
    }
    log.append(domain::EventType::TaskPaused, second, no_run, domain::OperatorAction{"pause", OperatorName{"op"}, {}, "lunch", {}});
    log.append(domain::EventType::DeadLettered, first, no_run, domain::Note{"nobody wants it"});
    return log;
}

}  // namespace apollo::testing
