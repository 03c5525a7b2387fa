// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Rows B001, B003 and B005 of the scenarios, as far as the window goes: the editor gives the verdict of the shell, in place.
#include "app/gui/task_editor.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QTest>

#include "app/main/task_check.h"
#include "common/definition/parse.h"
#include "tests/support/fake_session.h"

namespace apollo::gui {
namespace {

const char base[] = "intent: demo\ntarget_selector: {type: nodes, nodes: [n]}\nsteps:\n  - name: s1\n    intent: run_command\n"
                    "    idempotency: idempotent_write\n    params: {argv: [\"true\"]}\n    timeout: 60\n";

struct Editor {
    explicit Editor(const QByteArray& bytes)
        : source(std::make_shared<testing::FakeSource>()), editor(programs::check_task, source, nullptr) {
        editor.show_bytes(QStringLiteral("test"), bytes);
        editor.show();
    }
    bool shows(const char* words) const {
        for (const TextFault& fault : editor.faults())
            if (fault.message.contains(QString::fromUtf8(words))) return true;
        return false;
    }
    std::shared_ptr<testing::FakeSource> source;
    TaskEditor editor;
};

TEST(TaskEditor, B001ARepeatedKeyIsMarkedInItsLineAndNothingCanBeSubmitted) {
    const QByteArray text = QByteArray("timeout: 30s\n") + base + "timeout: 1s\n";
    Editor e(text);
    EXPECT_FALSE(e.editor.can_submit());
    ASSERT_EQ(e.editor.faults().size(), definition::parse(text.toStdString()).faults.size());
    EXPECT_TRUE(e.shows("timeout"));
    bool in_place = false;
    for (const TextFault& fault : e.editor.faults()) in_place |= fault.line == 10 || fault.line == 1;
    EXPECT_TRUE(in_place);
    EXPECT_FALSE(e.editor.findChild<QPlainTextEdit*>()->extraSelections().isEmpty()) << "the fault is marked in the text";
    EXPECT_TRUE(e.source->commands.empty());
}

TEST(TaskEditor, B003OneByteOrderMarkIsFineAndOtherEncodingsAreNamed) {
    Editor one(QByteArray("\xEF\xBB\xBF") + base);
    EXPECT_TRUE(one.editor.can_submit());
    Editor two(QByteArray("\xEF\xBB\xBF\xEF\xBB\xBF") + base);
    EXPECT_FALSE(two.editor.can_submit());
    EXPECT_FALSE(two.shows("unknown")) << "never a suggestion that looks like the input";
    const QString wide = QString::fromUtf8(base);
    Editor utf16(QByteArray("\xFF\xFE") + QByteArray(reinterpret_cast<const char*>(wide.utf16()), wide.size() * 2));
    EXPECT_FALSE(utf16.editor.can_submit());
    EXPECT_FALSE(utf16.shows("unknown"));
    Editor latin(QByteArray(base).replace("demo", "d\xE9mo"));
    EXPECT_FALSE(latin.editor.can_submit()) << "the bytes of the file are checked, not what the editor makes of them";
}

TEST(TaskEditor, B005AStepThatWaitsForItselfIsMarkedWithItsPath) {
    Editor e(QByteArray(base) + "    depends_on: [s1]\n");
    EXPECT_FALSE(e.editor.can_submit());
    EXPECT_TRUE(e.shows("s1 -> s1"));
}

TEST(TaskEditor, SubmitsWhatStandsInItAndSaysARefusal) {
    Editor e("intent: [\n");
    EXPECT_FALSE(e.editor.can_submit());
    auto* text = e.editor.findChild<QPlainTextEdit*>();
    text->setPlainText(QString::fromUtf8(base));
    EXPECT_FALSE(e.editor.can_submit()) << "not before it was checked again";
    ASSERT_TRUE(QTest::qWaitFor([&] { return e.editor.can_submit(); }, 10'000));
    for (QPushButton* button : e.editor.findChildren<QPushButton*>())
        if (button->text().contains(QStringLiteral("Submit"))) button->click();
    ASSERT_EQ(e.source->commands.size(), 1u);
    EXPECT_EQ(std::get<domain::SubmitTask>(e.source->commands[0]).definition.steps.size(), 1u);
    e.source->unanswered[0](Error{ErrorKind::Refused, "no node fits <b>"});
    EXPECT_TRUE(e.editor.isVisible());
    EXPECT_TRUE(e.shows("no node fits <b>"));
}

}  // namespace
}  // namespace apollo::gui
