// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/place_dialog.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/viewmodels/text.h"

namespace apollo::gui {

PlaceDialog::PlaceDialog(const Doors& doors, Open open, QWidget* parent)
    : QDialog(parent), m_open(std::move(open)), m_place(new QComboBox(this)), m_fault(new QLabel(this)) {
    setWindowTitle(tr("Open in a new tab"));
    resize(520, 150);
    auto* column = new QVBoxLayout(this);
    auto* words = new QLabel(tr("A server (HOST:PORT), a profile (NAME or NAME@HOST:PORT), or a .apollo file:"), this);
    words->setTextFormat(Qt::PlainText);
    words->setWordWrap(true);
    column->addWidget(words);
    m_place->setEditable(true);
    m_place->setAccessibleName(tr("Server, profile or file"));
    if (doors.profiles) {
        for (const std::string& profile : doors.profiles()) m_place->addItem(viewmodels::to_qstring(profile));
    }
    m_place->setCurrentText({});
    m_place->lineEdit()->setPlaceholderText(QStringLiteral("orchestrator.example:7411"));
    column->addWidget(m_place);
    m_fault->setTextFormat(Qt::PlainText);
    m_fault->setWordWrap(true);
    m_fault->setVisible(false);
    column->addWidget(m_fault);
    column->addStretch(1);
    auto* buttons = new QDialogButtonBox(this);
    connect(buttons->addButton(tr("File…"), QDialogButtonBox::ActionRole), &QPushButton::clicked, this, &PlaceDialog::choose_file);
    connect(buttons->addButton(tr("Open"), QDialogButtonBox::AcceptRole), &QPushButton::clicked, this, &PlaceDialog::open_place);
    connect(buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole), &QPushButton::clicked, this, &QDialog::reject);
    column->addWidget(buttons);
    m_place->setFocus();
}

void PlaceDialog::open_place() {
    const QString place = m_place->currentText().trimmed();
    if (place.isEmpty()) return;
    const Status opened = m_open(place);
    if (opened) return accept();
    m_fault->setText(viewmodels::to_qstring(opened.error().message));
    m_fault->setVisible(true);
}

void PlaceDialog::choose_file() {
    const QString file = QFileDialog::getOpenFileName(this, tr("Open in a new tab"), {}, tr("Tasks (*.apollo);;All files (*)"));
    if (file.isEmpty()) return;
    m_place->setCurrentText(file);
    open_place();
}

}  // namespace apollo::gui
