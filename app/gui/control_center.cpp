// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/control_center.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QLibraryInfo>
#include <QLocale>
#include <QScreen>
#include <QTimer>
#include <QTranslator>
#include <cstdio>

#include "app/gui/main_window.h"
#include "app/gui/tab_desk.h"
#include "app/gui/theme.h"
#include "app/viewmodels/text.h"

// Resources of a static library are linked in only where something names them. Must be outside of any namespace.
static void load_resources() {
    Q_INIT_RESOURCE(icons);
    Q_INIT_RESOURCE(themes);
    Q_INIT_RESOURCE(translations);
}

namespace apollo::gui {

namespace {

constexpr qint64 screenshot_deadline_ms = 15'000;

struct Failure {
    int exit_code;
    QString sentence;
};

// Leaves room for the frame, which is not known before the window is shown. A picture needs no screen to fit into.
QSize default_size(const QScreen& screen, bool for_picture) {
    if (for_picture) return QSize(1440, 900);
    return QSize(1440, 900).boundedTo(screen.availableGeometry().size() - QSize(8, 40));
}

}  // namespace

class ControlCenter::Impl : public QObject {
public:
    Impl(api::Session session, Options options, Doors doors) : m_options(std::move(options)), m_desk(doors, m_clock) {
        load_resources();
        set_language(m_options.language.isEmpty() ? QLocale().name() : m_options.language);
        apply_theme(m_options.theme);
        m_tab = m_desk.add({std::move(session), std::make_shared<const Doors>(std::move(doors)), {}}, {});
        if (!m_options.open_task.isEmpty()) m_tab->open_when_known(m_options.open_task);
        if (m_options.size.isEmpty())
            m_desk.resize(default_size(*m_desk.screen(), !m_options.screenshot_file.isEmpty()));
        else
            m_desk.setFixedSize(m_options.size);
        if (!m_options.layout_file.isEmpty()) m_desk.restore_layout(m_options.layout_file, m_options.keeps_tabs);
        connect(&m_desk, &TabDesk::language_wanted, this, [this](const QString& name) { set_language(name); });
        connect(&m_desk, &TabDesk::theme_wanted, this, [](const QString& name) { apply_theme(name); });
        connect(m_tab, &SourceTab::arrived, this, [this] { arrive(); });
        m_poll.setInterval(50);
        connect(&m_poll, &QTimer::timeout, this, [this] { watch_screenshot(); });
    }

    ~Impl() override {
        if (!m_options.layout_file.isEmpty()) m_desk.save_layout(m_options.layout_file, m_options.keeps_tabs);
        qApp->removeTranslator(&m_translator);
        qApp->removeTranslator(&m_qt_translator);
    }

    void show() {
        if (!m_options.view.isEmpty() && !m_tab->window()->show_view(m_options.view)) {
            return fail(
                {2, QStringLiteral(
                        "There is no view \"%1\"; use dag, matrix, timeline, events, nodes, alerts or dead-letters.")
                        .arg(m_options.view)});
        }
        m_desk.show();
        m_tab->start();
        if (m_options.screenshot_file.isEmpty()) return;
        m_waited.start();
        m_poll.start();
    }

    QWidget* window() { return &m_desk; }
    Status open_tab(const QString& place) {
        const Status opened = m_desk.open(place);
        m_desk.show_tab(0);
        return opened;
    }

private:
    void set_language(const QString& name) {
        qApp->removeTranslator(&m_translator);
        const QString language = name.startsWith(QLatin1String("zh")) ? QStringLiteral("zh_CN") : QStringLiteral("en");
        QLocale::setDefault(QLocale(language));
        // Menus of text fields and the like, where Qt's own translations are installed, or else in this program.
        qApp->removeTranslator(&m_qt_translator);
        for (const QString& folder : {QLibraryInfo::path(QLibraryInfo::TranslationsPath), QStringLiteral(":/i18n")}) {
            if (!m_qt_translator.load(QLocale(language), QStringLiteral("qtbase"), QStringLiteral("_"), folder)) continue;
            qApp->installTranslator(&m_qt_translator);
            break;
        }
        if (language != QLatin1String("en") && m_translator.load(QStringLiteral(":/i18n/apollo_%1.qm").arg(language))) {
            qApp->installTranslator(&m_translator);
        } else {
            QEvent change(QEvent::LanguageChange);
            QCoreApplication::sendEvent(&m_desk, &change);
        }
    }

    // Also called when the source came to hold another log; what was asked for at the start was about the first.
    void arrive() {
        if (m_arrived) return;
        m_arrived = true;
        if (auto failure = go_to_asked_moment()) {
            if (!m_options.screenshot_file.isEmpty()) return fail(*failure);
            std::fprintf(stderr, "%s\n", qPrintable(failure->sentence));
        }
        if (!m_options.screenshot_file.isEmpty()) take_screenshot();
    }

    std::optional<Failure> go_to_asked_moment() {
        viewmodels::Navigator& navigator = m_tab->navigator();
        const viewmodels::LiveModel& live = m_tab->live();
        const bool wants_task = !m_options.open_task.isEmpty();
        if (wants_task && navigator.task_index() == no_task) {
            return Failure{1, QStringLiteral("There is no task \"%1\" here.").arg(m_options.open_task)};
        }
        if (!m_options.at) return std::nullopt;
        if (*m_options.at == QLatin1String("end")) {
            navigator.seek(navigator.scope_size());
            return std::nullopt;
        }
        if (*m_options.at == QLatin1String("first-failure")) {
            const auto index = navigator.first_failure();
            if (!index) return Failure{1, QStringLiteral("Nothing has failed; there is no first failure to go to.")};
            navigator.seek(*index);
            const auto& header = live.history().header(navigator.scope_ordinal(*index - 1));
            if (header.task == navigator.task_index()) navigator.select_run(header.run);
            return std::nullopt;
        }
        bool number = false;
        const qulonglong position = m_options.at->toULongLong(&number);
        if (!number)
            return Failure{
                2, QStringLiteral("\"%1\" is no position; use a number, first-failure or end.").arg(*m_options.at)};
        if (wants_task && position < live.state().tasks[navigator.task_index().value].submitted_position.value) {
            return Failure{1, QStringLiteral("Position %1 is before task \"%2\" was submitted.")
                                  .arg(*m_options.at, m_options.open_task)};
        }
        navigator.seek_position(Position{position});
        return std::nullopt;
    }

    void watch_screenshot() {
        if (m_arrived) return m_poll.stop();
        const viewmodels::LiveModel& live = m_tab->live();
        if (live.connection() == viewmodels::LiveModel::Connection::Gone) {
            return fail({3, QStringLiteral("Could not read from the source: ") + live.interruption()});
        }
        if (m_waited.elapsed() < screenshot_deadline_ms) return;
        const QString why =
            live.interruption().isEmpty() ? QStringLiteral("it did not answer in time.") : live.interruption();
        fail({3, QStringLiteral("The source could not be reached within 15 s: ") + why});
    }

    // Layout first (a hidden page lays out when it is shown), then one more turn of the event loop for what it asked.
    void take_screenshot() {
        m_tab->window()->ensure_ready();
        QTimer::singleShot(60, this, [this] {
            m_tab->window()->ensure_ready();
            QCoreApplication::processEvents();
            m_poll.stop();
            if (!m_desk.grab().save(m_options.screenshot_file, "PNG")) {
                return fail({1, QStringLiteral("Could not write the picture to ") + m_options.screenshot_file});
            }
            QCoreApplication::exit(0);
        });
    }

    // The event loop may not run yet when the first thing goes wrong.
    void fail(const Failure& failure) {
        m_poll.stop();
        std::fprintf(stderr, "%s\n", qPrintable(failure.sentence));
        QTimer::singleShot(0, qApp, [code = failure.exit_code] { QCoreApplication::exit(code); });
    }

    Options m_options;
    SystemClock m_clock;
    QTranslator m_translator;
    QTranslator m_qt_translator;
    TabDesk m_desk;
    SourceTab* m_tab = nullptr;  // the first
    QTimer m_poll;
    QElapsedTimer m_waited;
    bool m_arrived = false;
};

ControlCenter::ControlCenter(api::Session session, Options options, Doors doors)
    : m_impl(std::make_unique<Impl>(std::move(session), std::move(options), std::move(doors))) {}

ControlCenter::~ControlCenter() = default;

void ControlCenter::show() {
    m_impl->show();
}

QWidget* ControlCenter::window() const {
    return m_impl->window();
}

Status ControlCenter::open_tab(const QString& place) {
    return m_impl->open_tab(place);
}

}  // namespace apollo::gui
