// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What is the same on every system; the rest is in disk_linux.cpp and disk_windows.cpp.
#include "common/base/disk.h"

#include <algorithm>
#include <filesystem>

#include "common/base/host.h"

namespace apollo {

Result<std::string> Disk::read_file(const std::string& path) {
    auto file = open(path, OpenMode::Read);
    if (!file) return file.error();
    auto size = (*file)->size();
    if (!size) return size.error();
    return (*file)->read_at(0, static_cast<std::size_t>(*size));
}

Status Disk::write_file_atomically(const std::string& path, ByteView bytes) {
    const std::string temporary = path + ".tmp";
    if (exists(temporary)) {
        if (auto removed = remove(temporary); !removed) return removed;
    }
    {
        auto file = open(temporary, OpenMode::Create);
        if (!file) return file.error();
        if (auto written = (*file)->write_at(0, bytes); !written) return written;
        if (auto synced = (*file)->sync(); !synced) return synced;
    }
    if (auto renamed = rename(temporary, path); !renamed) return renamed;
    const auto slash = path.rfind('/');
    return sync_folder(slash == std::string::npos ? "." : path.substr(0, slash));
}

Result<std::vector<std::string>> SystemDisk::list(const std::string& folder) const {
    std::error_code code;
    std::vector<std::string> names;
    std::filesystem::directory_iterator entries(system_path(folder), code);
    if (code) {
        const ErrorKind kind = code == std::errc::no_such_file_or_directory ? ErrorKind::NotFound : code == std::errc::permission_denied ? ErrorKind::NotAllowed : ErrorKind::Io;
        return Error{kind, "cannot list " + folder + ": " + code.message()};
    }
    for (const auto& entry : entries) names.push_back(text_of(entry.path().filename()));
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace apollo
