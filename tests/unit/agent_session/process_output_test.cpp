// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/session/process_output.h"

#include <gtest/gtest.h>

#include <QTemporaryDir>
#include <fstream>

#include "common/base/sha256.h"

namespace apollo::agent {
namespace {

class ProcessOutputTest : public ::testing::Test {
protected:
    std::string folder() const { return m_root.path().toStdString(); }
    void write(const std::string& name, const std::string& bytes) const {
        std::ofstream(folder() + "/" + name, std::ios::binary) << bytes;
    }
    ProcessEnd collect() const { return collect_end(folder(), ExitRecord{}); }
    QTemporaryDir m_root;
};

TEST_F(ProcessOutputTest, ShortTextStandsInTheEvent) {
    write("output", "hello \xE2\x82\xAC\n");
    EXPECT_EQ(collect().output_text, "hello \xE2\x82\xAC\n");
    EXPECT_FALSE(collect().artifact);
    write("output", std::string(1024, 'x'));
    EXPECT_EQ(collect().output_text.size(), 1024u);
}

TEST_F(ProcessOutputTest, LongOrBinaryOutputIsAnArtifact) {
    const std::string longer(1025, 'x');
    write("output", longer);
    ASSERT_TRUE(collect().artifact);
    EXPECT_EQ(collect().artifact->id.text, sha256_hex(as_bytes(longer)));
    EXPECT_EQ(collect().artifact->size_bytes, 1025u);
    EXPECT_EQ(collect().artifact->media_type, "text/plain; charset=utf-8");
    write("output", "\xff\xfe");
    ASSERT_TRUE(collect().artifact);
    EXPECT_EQ(collect().artifact->media_type, "application/octet-stream");
    EXPECT_EQ(collect().output_text, "");
}

TEST_F(ProcessOutputTest, B031CharactersThatPieceBordersSplitAreStillText) {
    std::string text = "x";
    for (int i = 0; i < 600000; ++i) text += "\xF0\x9F\x9A\x80";
    write("output", text);
    ASSERT_TRUE(collect().artifact);
    EXPECT_EQ(collect().artifact->media_type, "text/plain; charset=utf-8");
    write("output", text + "\xF0\x9F");
    EXPECT_EQ(collect().artifact->media_type, "application/octet-stream");
}

TEST_F(ProcessOutputTest, TheSummaryIsOneJsonValueOrSaidToBeNone) {
    write("output.json", "{ \"n\" : 1 }\n");
    EXPECT_EQ(collect().output_json, "{\"n\":1}");
    write("output.json", "{");
    EXPECT_EQ(collect().output_json, "");
    EXPECT_NE(collect().record.message.find("not one JSON value"), std::string::npos);
    write("output.json", "\"" + std::string(5000, 'x') + "\"");
    EXPECT_EQ(collect().output_json, "");
    EXPECT_NE(collect().record.message.find("4 KiB"), std::string::npos);
}

TEST_F(ProcessOutputTest, NothingIsNothing) {
    const ProcessEnd end = collect();
    EXPECT_EQ(end.output_text, "");
    EXPECT_EQ(end.output_json, "");
    EXPECT_FALSE(end.artifact);
}

}  // namespace
}  // namespace apollo::agent
