// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A disk in memory that loses what was not synced, tears writes, gets full and fails to sync, when it is told to.
// Not thread-safe except through one user at a time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/base/disk.h"
#include "common/base/random.h"

namespace apollo::test_support {

class FaultDisk final : public Disk {
public:
    // The next writes succeed for this many bytes, then there is no space left (a write may end half done).
    std::optional<std::uint64_t> bytes_left;
    // This many syncs succeed, then every one fails.
    std::optional<int> syncs_left;
    int syncs = 0;
    // Files that are there and nobody may open.
    std::set<std::string> closed;
    // Syncs of files succeed and do nothing.
    bool lying_syncs = false;

    // Power is cut. What was synced is there; of everything else nothing, or with `random` any part (whole 512-byte
    // sectors, a file of any length between). Open files are dead from then on.
    void cut_power(Random* random = nullptr) {
        for (auto& [path, content] : m_current) content->dead = true;
        std::map<std::string, std::shared_ptr<Content>> after;
        for (auto& [path, content] : m_durable) after[path] = survivor(*content, random);
        if (random != nullptr) {
            for (auto& [path, content] : m_current) {
                if (!after.contains(path) && random->below(2) == 0) after[path] = survivor(*content, random);
            }
        }
        m_current = after;
        m_durable = std::move(after);
        bytes_left.reset();
        syncs_left.reset();
    }

    // To be read or hurt.
    std::string& bytes_of(const std::string& path) {
        m_current.at(path)->dirty_from = 0;
        return m_current.at(path)->bytes;
    }

    // The medium itself goes bad: one bit, synced or not.
    void flip_bit(const std::string& path, std::uint64_t offset, int bit) {
        Content& content = *m_current.at(path);
        for (std::string* bytes : {&content.bytes, &content.synced}) {
            if (offset < bytes->size()) (*bytes)[offset] = static_cast<char>((*bytes)[offset] ^ (1 << bit));
        }
    }

    // Every file there is, sorted.
    std::vector<std::string> paths() const {
        std::vector<std::string> all;
        for (const auto& [path, content] : m_current) all.push_back(path);
        return all;
    }

    Result<std::unique_ptr<File>> open(const std::string& path, OpenMode mode) override {
        if (closed.contains(path)) return Error{ErrorKind::NotAllowed, "cannot open " + path + ": permission denied"};
        auto found = m_current.find(path);
        if (found == m_current.end()) {
            if (mode != OpenMode::Create) return Error{ErrorKind::NotFound, "cannot open " + path + ": no such file"};
            found = m_current.emplace(path, std::make_shared<Content>()).first;
        }
        return std::unique_ptr<File>(std::make_unique<OpenFile>(*this, found->second));
    }
    bool exists(const std::string& path) const override {
        return m_current.contains(path) || m_folders.contains(path);
    }
    Result<std::vector<std::string>> list(const std::string& folder) const override {
        std::vector<std::string> names;
        for (const auto& [path, content] : m_current) {
            if (folder_of(path) == folder) names.push_back(path.substr(folder.size() + 1));
        }
        return names;
    }
    Status make_folder(const std::string& folder) override {
        m_folders.insert(folder);
        return success();
    }
    Status rename(const std::string& from, const std::string& to) override {
        auto moved = m_current.extract(from);
        if (moved.empty()) return Error{ErrorKind::NotFound, "cannot rename " + from + ": no such file"};
        m_current[to] = moved.mapped();
        return success();
    }
    Status remove(const std::string& path) override {
        m_current.erase(path);
        return success();
    }
    Status sync_folder(const std::string& folder) override {
        if (auto synced = take_sync(); !synced) return synced;
        std::erase_if(m_durable, [&](const auto& entry) { return folder_of(entry.first) == folder; });
        for (const auto& [path, content] : m_current) {
            if (folder_of(path) == folder) m_durable[path] = content;
        }
        return success();
    }

private:
    struct Content {
        std::string bytes;
        std::string synced;
        std::size_t dirty_from = 0;  // bytes before it are the same in both
        bool dead = false;
    };

    class OpenFile final : public File {
    public:
        OpenFile(FaultDisk& disk, std::shared_ptr<Content> content) : m_disk(disk), m_content(std::move(content)) {}

        Status write_at(std::uint64_t offset, ByteView bytes) override {
            if (m_content->dead) return no_power();
            std::size_t writable = bytes.size();
            if (m_disk.bytes_left) {
                writable = static_cast<std::size_t>(std::min<std::uint64_t>(writable, *m_disk.bytes_left));
                *m_disk.bytes_left -= writable;
            }
            std::string& all = m_content->bytes;
            m_content->dirty_from = std::min({m_content->dirty_from, static_cast<std::size_t>(offset), all.size()});
            if (writable > 0) {
                all.resize(std::max<std::size_t>(all.size(), offset + writable), '\0');
                all.replace(offset, writable, as_text(bytes.first(writable)));
            }
            if (writable < bytes.size()) return Error{ErrorKind::Io, "cannot write: no space left on device"};
            return success();
        }
        Result<std::string> read_at(std::uint64_t offset, std::size_t size) const override {
            if (m_content->dead) return no_power();
            if (offset >= m_content->bytes.size()) return std::string();
            return m_content->bytes.substr(offset, size);
        }
        Status sync() override {
            if (m_content->dead) return no_power();
            if (auto synced = m_disk.take_sync(); !synced) return synced;
            if (m_disk.lying_syncs) return success();
            const std::size_t same = m_content->dirty_from;
            m_content->synced.resize(same);
            m_content->synced.append(m_content->bytes, same);
            m_content->dirty_from = m_content->bytes.size();
            return success();
        }
        Status truncate(std::uint64_t size) override {
            if (m_content->dead) return no_power();
            m_content->dirty_from = std::min({m_content->dirty_from, static_cast<std::size_t>(size), m_content->bytes.size()});
            m_content->bytes.resize(size, '\0');
            return success();
        }
        Result<std::uint64_t> size() const override {
            if (m_content->dead) return no_power();
            return static_cast<std::uint64_t>(m_content->bytes.size());
        }

    private:
        static Error no_power() { return {ErrorKind::Io, "the power was cut"}; }
        FaultDisk& m_disk;
        std::shared_ptr<Content> m_content;
    };

    static std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/')); }

    Status take_sync() {
        ++syncs;
        if (!syncs_left) return success();
        if (*syncs_left == 0) return Error{ErrorKind::Io, "cannot sync: input/output error"};
        --*syncs_left;
        return success();
    }

    static std::shared_ptr<Content> survivor(const Content& content, Random* random) {
        auto left = std::make_shared<Content>();
        left->bytes = content.synced;
        if (random != nullptr && content.bytes != content.synced) {
            constexpr std::size_t sector = 512;
            const std::size_t shorter = std::min(content.bytes.size(), content.synced.size());
            const std::size_t longer = std::max(content.bytes.size(), content.synced.size());
            left->bytes.resize(shorter + random->below(longer - shorter + 1), '\0');
            for (std::size_t at = 0; at < left->bytes.size(); at += sector) {
                if (random->below(2) == 0 || at >= content.bytes.size()) continue;
                const std::size_t size = std::min({sector, left->bytes.size() - at, content.bytes.size() - at});
                left->bytes.replace(at, size, content.bytes, at, size);
            }
        }
        left->synced = left->bytes;
        left->dirty_from = left->bytes.size();
        return left;
    }

    std::map<std::string, std::shared_ptr<Content>> m_current;
    std::map<std::string, std::shared_ptr<Content>> m_durable;
    std::set<std::string> m_folders;
};

}  // namespace apollo::test_support
