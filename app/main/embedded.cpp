// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/main/embedded.h"

#include <QObject>
#include <cstdio>

#include "app/client/remote_session.h"
#include "app/history/known_end.h"
#include "app/history/place.h"
#include "app/main/callback_service.h"
#include "app/main/history_keeper.h"
#include "app/main/task_pages.h"
#include "common/transport/local_channel.h"

namespace apollo::programs {

struct EmbeddedOrchestrator::Worker {
    QObject context;  // lives on the thread; its queued calls run there
    SystemDisk disk;
    SystemClock clock;
    SystemRandom random;
    std::unique_ptr<HistoryKeeper> history;
    std::unique_ptr<orchestrator::Orchestrator> orchestrator;
    std::unique_ptr<CallbackService> callbacks;

    Status open(const std::string& data_folder, const std::optional<ListenAddress>& listen) {
        auto settings = orchestrator_settings(Options{}, data_folder);
        if (!settings) return settings.error();
        // A window steers folders that an orchestrator with settings may have served before.
        const std::string place = history::place_of(disk, data_folder);
        history = std::make_unique<HistoryKeeper>(data_folder, place);
        settings->engine.known_end = history::known_end(disk, data_folder, place);
        orchestrator = std::make_unique<orchestrator::Orchestrator>(disk, clock, random, *settings);
        const auto log = [](const std::string& line) {
            // A window's own console shows what an operator has to know, not each connection.
            if (line.rfind("warning", 0) == 0 || line.rfind("error", 0) == 0) std::fprintf(stderr, "%s\n", line.c_str());
        };
        orchestrator->on_log = log;
        callbacks = std::make_unique<CallbackService>(disk, clock, random, *orchestrator, data_folder, log);
        orchestrator->on_appended = [this](const domain::Event& event) { callbacks->on_appended(event); };
        orchestrator->on_durable = [this](Position durable) { history->advance(durable); };
        orchestrator->on_find_tasks = pages_of(*history, context);
        if (auto opened = orchestrator->open(); !opened) return opened;
        if (auto started = callbacks->start(); !started) return started;
        history->begin_anew_where([this](Position position) { return orchestrator->is_lost(position); });
        history->start([](const std::string& line) { std::fprintf(stderr, "%s\n", line.c_str()); });
        return listen ? orchestrator->listen(listen->host, listen->port) : success();
    }

    void close() {
        if (orchestrator) orchestrator->close();
        if (history) history->stop();
        orchestrator.reset();
        callbacks.reset();
        history.reset();
    }
};

Result<std::shared_ptr<EmbeddedOrchestrator>> EmbeddedOrchestrator::start(const std::string& data_folder, std::optional<ListenAddress> listen) {
    std::shared_ptr<EmbeddedOrchestrator> embedded(new EmbeddedOrchestrator);
    embedded->m_title = data_folder;
    embedded->m_thread = std::make_unique<QThread>();
    embedded->m_worker = std::make_unique<Worker>();
    embedded->m_worker->context.moveToThread(embedded->m_thread.get());
    embedded->m_thread->start();
    Status opened = success();
    QMetaObject::invokeMethod(&embedded->m_worker->context, [&] { opened = embedded->m_worker->open(data_folder, listen); }, Qt::BlockingQueuedConnection);
    if (!opened) return opened.error();
    return embedded;
}

EmbeddedOrchestrator::~EmbeddedOrchestrator() {
    QMetaObject::invokeMethod(&m_worker->context, [this] { m_worker->close(); }, Qt::BlockingQueuedConnection);
    m_thread->quit();
    m_thread->wait();
}

api::Session EmbeddedOrchestrator::session() {
    const auto factory = [this](client::ChannelOpened opened) {
        PeerIdentity orchestrator_side{PeerIdentity::Role::Operator, transport::server_name, {}, "this process"};
        PeerIdentity operator_side{PeerIdentity::Role::Operator, domain::local_operator, {}, "this process"};
        auto ends = transport::make_local_channel(QThread::currentThread(), orchestrator_side, m_thread.get(), operator_side);
        auto theirs = std::make_shared<std::unique_ptr<Channel>>(std::move(ends.second));
        QMetaObject::invokeMethod(&m_worker->context, [this, theirs] { m_worker->orchestrator->attach(std::move(*theirs)); }, Qt::QueuedConnection);
        opened(std::shared_ptr<Channel>(std::move(ends.first)));
    };
    return client::make_session(factory, m_title);
}

}  // namespace apollo::programs
