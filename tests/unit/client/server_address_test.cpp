// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <gtest/gtest.h>

#include "common/transport/tls_connector.h"

namespace apollo::transport {
namespace {

TEST(ServerAddress, IsANameOrAnAddressAndAPort) {
    for (const auto& [text, host] : {std::pair{"center.example:7411", "center.example"}, {"10.0.0.1:7411", "10.0.0.1"}, {"[::1]:7411", "::1"}, {"[fe80::1%eth0]:7411", "fe80::1%eth0"},
                                     {"zentrale_2.müller.example:7411", "zentrale_2.müller.example"}}) {
        const auto address = server_address_from_text(text);
        ASSERT_TRUE(address.ok()) << text;
        EXPECT_EQ(address->host, host);
        EXPECT_EQ(address->port, 7411);
    }
}

TEST(ServerAddress, IsRefusedWithTheFormWhereItCouldNeverBeReached) {
    for (const char* text : {"", ":7411", "[]:7411", "center.example", "center.example:", "center.example:http", "center.example:70000", "http://center.example:7411", "ann@center.example:7411",
                             "a'b:7411", "a b:7411", "a;b:7411", "a$b:7411"}) {
        const auto address = server_address_from_text(text);
        ASSERT_FALSE(address.ok()) << text;
        EXPECT_EQ(address.error().kind, ErrorKind::BadInput) << text;
        EXPECT_NE(address.error().message.find("write HOST:PORT"), std::string::npos) << address.error().message;
    }
}

}  // namespace
}  // namespace apollo::transport
