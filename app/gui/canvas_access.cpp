// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/canvas_access.h"

#include <QAccessibleWidget>
#include <QHash>
#include <QPointer>
#include <QWidget>
#include <memory>

namespace apollo::gui {

namespace {

AccessibleCanvas* canvas_of(QObject* object) {
    return dynamic_cast<AccessibleCanvas*>(object);
}

class ItemInterface : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    ItemInterface(QWidget* widget, int item) : m_widget(widget), m_item(item) {}

    bool isValid() const override { return canvas() && m_item < canvas()->accessible_count(); }
    QObject* object() const override { return nullptr; }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(m_widget); }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QString text(QAccessible::Text kind) const override {
        return kind == QAccessible::Name && isValid() ? canvas()->accessible_text(m_item) : QString();
    }
    void setText(QAccessible::Text, const QString&) override {}
    QRect rect() const override {
        if (!isValid()) return {};
        const QRect own = canvas()->accessible_rect(m_item);
        return {m_widget->mapToGlobal(own.topLeft()), own.size()};
    }
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    QAccessible::State state() const override {
        QAccessible::State state;
        state.selectable = true;
        state.selected = isValid() && canvas()->accessible_selected(m_item);
        return state;
    }
    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this) : nullptr;
    }
    QStringList actionNames() const override { return {pressAction()}; }
    void doAction(const QString& name) override {
        if (name == pressAction() && isValid()) canvas()->accessible_press(m_item);
    }
    QStringList keyBindingsForAction(const QString&) const override { return {}; }

private:
    AccessibleCanvas* canvas() const { return m_widget ? canvas_of(m_widget) : nullptr; }

    QPointer<QWidget> m_widget;
    int m_item;
};

class CanvasInterface : public QAccessibleWidget {
public:
    explicit CanvasInterface(QWidget* widget) : QAccessibleWidget(widget, QAccessible::List) {}
    ~CanvasInterface() override {
        for (const QAccessible::Id id : std::as_const(m_ids)) QAccessible::deleteAccessibleInterface(id);
    }

    int childCount() const override { return canvas()->accessible_count(); }
    QAccessibleInterface* child(int index) const override {
        if (index < 0 || index >= childCount()) return nullptr;
        if (!m_ids.contains(index))
            m_ids.insert(index, QAccessible::registerAccessibleInterface(new ItemInterface(widget(), index)));
        return QAccessible::accessibleInterface(m_ids.value(index));
    }
    QAccessibleInterface* childAt(int x, int y) const override {
        return child(canvas()->accessible_at(widget()->mapFromGlobal(QPoint(x, y))));
    }
    int indexOfChild(const QAccessibleInterface* wanted) const override {
        for (auto at = m_ids.constBegin(); at != m_ids.constEnd(); ++at) {
            if (QAccessible::accessibleInterface(at.value()) == wanted) return at.key();
        }
        return -1;
    }

private:
    AccessibleCanvas* canvas() const { return canvas_of(widget()); }

    mutable QHash<int, QAccessible::Id> m_ids;
};

QAccessibleInterface* make_interface(const QString&, QObject* object) {
    if (!object || !object->isWidgetType() || !canvas_of(object)) return nullptr;
    return new CanvasInterface(static_cast<QWidget*>(object));
}

}  // namespace

void install_canvas_access() {
    static const bool installed = (QAccessible::installFactory(make_interface), true);
    (void)installed;
}

}  // namespace apollo::gui
