// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Two ends of a channel inside one process, each on a thread of its own. Same messages as over TLS, no second behaviour.
#pragma once

#include <memory>
#include <utility>

#include "common/base/channel.h"

class QThread;

namespace apollo::transport {

// The first end is for `first_thread`, the second for `second_thread`; each is used and destroyed on its own thread.
// `first_peer` is who the second end is, as the first one sees it.
std::pair<std::unique_ptr<Channel>, std::unique_ptr<Channel>> make_local_channel(QThread* first_thread, PeerIdentity first_peer,
                                                                                 QThread* second_thread, PeerIdentity second_peer);

}  // namespace apollo::transport
