// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Text for a file or, where none is named, for stdout. One thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "common/base/disk.h"

namespace apollo::cli {

class TextOutput {
public:
    // A file that is there is replaced as soon as something is written. Empty: stdout.
    static Result<TextOutput> open(const std::string& file);
    void add(const std::string& text);
    // False as soon as something could not be written, or nobody reads stdout any more: what follows would be in vain.
    bool is_well() const { return m_done.ok() && !m_reader_left; }
    // Writes what is left. A reader that has seen enough (head) is no fault.
    Status finish();

private:
    void write_kept();

    std::unique_ptr<File> m_file;  // absent: stdout
    std::uint64_t m_size_bytes = 0;
    std::string m_kept;  // not yet written
    Status m_done = success();
    bool m_reader_left = false;
};

}  // namespace apollo::cli
