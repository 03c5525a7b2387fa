// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/drill_interrupt.h"

#include <csignal>
#include <initializer_list>

namespace apollo::cli {

namespace {

volatile std::sig_atomic_t was_interrupted = 0;

void note_signal(int signal_number) {
    was_interrupted = 1;
    std::signal(signal_number, SIG_DFL);
}

}  // namespace

DrillInterrupt::DrillInterrupt() {
    was_interrupted = 0;
    for (const int signal_number : {SIGINT, SIGTERM}) std::signal(signal_number, note_signal);
}

DrillInterrupt::~DrillInterrupt() {
    for (const int signal_number : {SIGINT, SIGTERM}) std::signal(signal_number, SIG_DFL);
}

bool drill_interrupted() { return was_interrupted != 0; }

}  // namespace apollo::cli
