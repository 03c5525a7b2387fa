// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The named objects of an attempt, by which agent and guard find each other. For the files of Windows only.
#pragma once

#include <memory>
#include <string>
#include <type_traits>

namespace apollo::shim {

// As windows.h has it.
using Handle = void*;

struct HandleCloser {
    void operator()(Handle handle) const;
};
using OwnedHandle = std::unique_ptr<std::remove_pointer_t<Handle>, HandleCloser>;

// lock: a mutex that the guard owns. job: what the command's tree lives in. started: an event that the guard sets when the command
// is executed. cancel: an event that the agent sets.
std::wstring object_name(const std::string& folder, const char* what);
// Makes the event or opens it; set until somebody resets it, which nobody does. Null if it cannot be had.
OwnedHandle attempt_event(const std::string& folder, const char* what);

}  // namespace apollo::shim
