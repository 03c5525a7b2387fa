// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/tab_desk.h"

#include <QEvent>
#include <QSettings>
#include <QStatusBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/gui/main_window.h"
#include "app/gui/place_dialog.h"
#include "app/gui/state_glyph.h"
#include "app/gui/theme.h"
#include "app/viewmodels/connection_text.h"
#include "app/viewmodels/text.h"

namespace apollo::gui {

namespace {

constexpr int dot_size = 14;
constexpr int tabs_limit = 32;  // of a file that was tampered with

}  // namespace

TabDesk::TabDesk(const Doors& doors, const Clock& clock)
    : m_doors(doors), m_clock(clock), m_bar(new QTabBar(this)), m_pages(new QStackedWidget(this)) {
    setObjectName(QStringLiteral("desk"));
    auto* centre = new QWidget(this);
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_bar);
    column->addWidget(m_pages, 1);
    setCentralWidget(centre);
    m_bar->setObjectName(QStringLiteral("source-tabs"));
    m_bar->setDocumentMode(true);
    m_bar->setExpanding(false);
    m_bar->setElideMode(Qt::ElideMiddle);
    m_bar->setIconSize({dot_size, dot_size});
    m_bar->setVisible(false);
    connect(m_bar, &QTabBar::currentChanged, this, &TabDesk::show_tab);
}

TabDesk::~TabDesk() {
    m_bar->disconnect(this);
    // Before the pages: a tab owns its window.
    for (SourceTab* tab : m_tabs) {
        tab->disconnect(this);
        delete tab;
    }
}

SourceTab* TabDesk::add(Source source, const QString& place) {
    auto* tab = new SourceTab(std::move(source), place, m_clock, this);
    if (isVisible() && !m_tabs.empty()) {
        tab->window()->resize(m_pages->size());  // docks keep the widths they have in a window of this size
        tab->window()->take_layout(current()->window()->layout());
    }
    const int index = count();
    m_tabs.push_back(tab);
    show_window(tab, index);
    connect(tab, &SourceTab::window_replaced, this, [this, tab](MainWindow* before) {
        m_pages->removeWidget(before);
        show_window(tab, index_of(tab));
        show_tab(m_bar->currentIndex());
    });
    connect(tab, &SourceTab::connection_changed, this, &TabDesk::refresh);
    connect(tab, &SourceTab::noticed, this, [this, tab] { mark(tab); });
    m_bar->addTab(tab->name());
    if (index > 0) {
        auto* close = new QToolButton(m_bar);
        close->setAutoRaise(true);
        close->setText(QString(QChar(0x00d7)));
        close->setFocusPolicy(Qt::NoFocus);
        connect(close, &QToolButton::clicked, this, [this, tab] { close_tab(index_of(tab)); });
        m_bar->setTabButton(index, QTabBar::RightSide, close);
    }
    refresh();
    return tab;
}

void TabDesk::show_window(SourceTab* tab, int index) {
    MainWindow* window = tab->window();
    setWindowIcon(window->windowIcon());
    window->setWindowFlags(Qt::Widget);
    m_pages->insertWidget(index, window);
    connect(window, &MainWindow::language_wanted, this, &TabDesk::language_wanted);
    connect(window, &MainWindow::theme_wanted, this, &TabDesk::theme_wanted);
    connect(window, &MainWindow::windowTitleChanged, this, &TabDesk::refresh);
    const auto on = [&](const char* id, auto run) {
        connect(window->shortcuts().find(QString::fromUtf8(id)), &QAction::triggered, this, run);
    };
    on("tab.open", [this] { ask_for_place(); });
    on("tab.close", [this] { close_tab(m_bar->currentIndex()); });
    on("tab.next", [this] { turn(1); });
    on("tab.previous", [this] { turn(-1); });
    refresh_actions();
}

int TabDesk::index_of(const SourceTab* tab) const {
    return static_cast<int>(std::find(m_tabs.begin(), m_tabs.end(), tab) - m_tabs.begin());
}

Status TabDesk::open(const QString& place) {
    auto source = m_doors.open_source(place.toStdString());
    if (!source) return source.error();
    const QString title = viewmodels::to_qstring(source->session.title);
    const auto known = std::find_if(m_tabs.begin(), m_tabs.end(), [&](const SourceTab* tab) { return tab->title() == title; });
    if (known != m_tabs.end()) {
        show_tab(index_of(*known));
        return success();
    }
    SourceTab* tab = add(std::move(source).value(), place);
    show_tab(index_of(tab));
    tab->start();
    return success();
}

void TabDesk::ask_for_place() {
    auto* dialog = new PlaceDialog(m_doors, [this](const QString& place) { return open(place); }, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void TabDesk::show_tab(int index) {
    if (index < 0 || index >= count()) return;
    const QSignalBlocker quiet(m_bar);
    m_bar->setCurrentIndex(index);
    m_pages->setCurrentWidget(tab(index)->window());
    std::erase(m_marked, tab(index));
    tab(index)->window()->focus_page();
    refresh();
}

void TabDesk::turn(int by) {
    if (count() > 1) show_tab((m_bar->currentIndex() + by + count()) % count());
}

void TabDesk::close_tab(int index) {
    if (index <= 0 || index >= count()) return;
    SourceTab* gone = tab(index);
    std::erase(m_marked, gone);
    const int next = std::min(m_bar->currentIndex() == index ? index - 1 : m_bar->currentIndex(), count() - 2);
    m_tabs.erase(m_tabs.begin() + index);
    {
        const QSignalBlocker quiet(m_bar);
        m_bar->removeTab(index);
    }
    m_pages->removeWidget(gone->window());
    // The order may come from an action of the tab itself.
    gone->window()->hide();
    gone->window()->setParent(nullptr);
    gone->disconnect(this);
    gone->deleteLater();
    show_tab(next);
}

void TabDesk::mark(SourceTab* tab) {
    if (tab == current() && isActiveWindow()) return;
    if (tab != current() && std::find(m_marked.begin(), m_marked.end(), tab) == m_marked.end()) m_marked.push_back(tab);
    refresh();
}

void TabDesk::refresh() {
    for (int k = 0; k < m_bar->count(); ++k) {
        const SourceTab* one = tab(k);
        const bool marked = std::find(m_marked.begin(), m_marked.end(), one) != m_marked.end();
        const auto like = viewmodels::run_status_like(one->live().connection());
        m_bar->setTabIcon(k, state_icon(like, palette(), dot_size, devicePixelRatioF()));
        const QString text = QString(one->name()).replace(QLatin1Char('&'), QLatin1String("&&"));
        m_bar->setTabText(k, marked ? QStringLiteral("! ") + text : text);
        m_bar->setTabToolTip(k, plain_tooltip(one->name() + QStringLiteral(": ") + one->connection_text()));
        if (auto* close = qobject_cast<QToolButton*>(m_bar->tabButton(k, QTabBar::RightSide))) {
            close->setAccessibleName(tr("Close %1").arg(one->name()));
            close->setToolTip(plain_tooltip(tr("Close %1").arg(one->name())));
        }
    }
    m_bar->setAccessibleName(tr("Servers and files"));
    m_bar->setVisible(count() > 1);
    if (m_bar->currentIndex() >= 0) setWindowTitle(current()->window()->windowTitle());
    refresh_actions();
}

void TabDesk::refresh_actions() {
    for (int k = 0; k < count(); ++k) {
        const Shortcuts& shortcuts = tab(k)->window()->shortcuts();
        shortcuts.find(QStringLiteral("tab.open"))->setEnabled(m_doors.open_source != nullptr);
        shortcuts.find(QStringLiteral("tab.close"))->setEnabled(k > 0);
        shortcuts.find(QStringLiteral("tab.next"))->setEnabled(count() > 1);
        shortcuts.find(QStringLiteral("tab.previous"))->setEnabled(count() > 1);
    }
}

void TabDesk::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange) refresh();
    QMainWindow::changeEvent(event);
}

void TabDesk::save_layout(const QString& file, bool tabs) const {
    QSettings settings(file, QSettings::IniFormat);
    settings.setValue(QStringLiteral("geometry"), saveGeometry());
    tab(0)->window()->layout().write(settings);
    if (!tabs) return;
    settings.remove(QStringLiteral("tabs"));
    settings.beginWriteArray(QStringLiteral("tabs"), count() - 1);
    for (int k = 1; k < count(); ++k) {
        settings.setArrayIndex(k - 1);
        settings.setValue(QStringLiteral("place"), tab(k)->place());
        tab(k)->window()->layout().write(settings);
    }
    settings.endArray();
    settings.setValue(QStringLiteral("tab"), m_bar->currentIndex());
}

void TabDesk::restore_layout(const QString& file, bool tabs) {
    QSettings settings(file, QSettings::IniFormat);
    restoreGeometry(settings.value(QStringLiteral("geometry")).toByteArray());
    tab(0)->window()->resize(size());
    tab(0)->window()->take_layout(MainWindow::Layout::read(settings));
    if (tabs && m_doors.open_source) restore_tabs(settings);
}

void TabDesk::restore_tabs(QSettings& settings) {
    const int kept = std::min(settings.beginReadArray(QStringLiteral("tabs")), tabs_limit);
    for (int k = 0; k < kept; ++k) {
        settings.setArrayIndex(k);
        const QString place = settings.value(QStringLiteral("place")).toString();
        const int before = count();
        if (const Status opened = place.isEmpty() ? success() : open(place); !opened)
            tab(0)->window()->statusBar()->showMessage(viewmodels::one_line(viewmodels::to_qstring(opened.error().message)));
        if (count() == before) continue;
        tab(before)->window()->resize(size());
        tab(before)->window()->take_layout(MainWindow::Layout::read(settings));
    }
    settings.endArray();
    show_tab(std::clamp(settings.value(QStringLiteral("tab")).toInt(), 0, count() - 1));
}

}  // namespace apollo::gui
