// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/page_store.h"

#include <QDir>
#include <QStandardPaths>

#include "common/base/assert.h"

namespace apollo::viewmodels {

namespace {

// /tmp is memory on many systems; a folder for caches is not.
std::unique_ptr<QTemporaryFile> make_file() {
    const QString caches = QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation);
    for (const QString& folder : {caches, QDir::tempPath()}) {
        if (folder.isEmpty() || !QDir().mkpath(folder)) continue;
        auto file = std::make_unique<QTemporaryFile>(folder + QStringLiteral("/apollo-history-XXXXXX"));
        if (file->open()) return file;
    }
    return nullptr;
}

}  // namespace

std::uint32_t PageStore::keep(const void* bytes, std::size_t size) {
    Page page;
    page.bytes = room_for(size);
    page.size = static_cast<std::uint32_t>(size);
    page.used = true;
    std::memcpy(page.bytes.get(), bytes, size);
    m_pages.push_back(std::move(page));
    m_resident_bytes += size;
    make_room(m_pages.size() - 1);
    return static_cast<std::uint32_t>(m_pages.size() - 1);
}

const std::byte* PageStore::page(std::uint32_t number) {
    Page& page = m_pages[number];
    page.used = true;
    if (page.bytes) return page.bytes.get();
    page.bytes = room_for(page.size);
    read(page, page.bytes.get());
    m_resident_bytes += page.size;
    make_room(number);
    return page.bytes.get();
}

void PageStore::copy(std::uint32_t number, void* to) {
    const Page& page = m_pages[number];
    if (page.bytes)
        std::memcpy(to, page.bytes.get(), page.size);
    else
        read(page, to);
}

std::unique_ptr<std::byte[]> PageStore::room_for(std::size_t size) {
    if (m_spare && m_spare_size == size) return std::move(m_spare);
    return std::make_unique_for_overwrite<std::byte[]>(size);
}

// The hand goes round: who was not used since it was there last goes, but for the page that is wanted now.
void PageStore::make_room(std::size_t wanted) {
    for (std::size_t steps = 2 * m_pages.size(); m_resident_bytes > m_limit_bytes && steps > 0 && !m_broken; --steps) {
        const std::size_t number = std::exchange(m_hand, (m_hand + 1) % m_pages.size());
        Page& page = m_pages[number];
        if (!page.bytes || number == wanted) continue;
        if (std::exchange(page.used, false)) continue;
        if (page.offset == nowhere && !write(page)) break;
        m_spare = std::move(page.bytes);
        m_spare_size = page.size;
        m_resident_bytes -= page.size;
        ++m_changes;
    }
}

bool PageStore::write(Page& page) {
    if (!m_file) m_file = make_file();
    const auto size = static_cast<qint64>(page.size);
    if (!m_file || !m_file->seek(static_cast<qint64>(m_file_bytes)) ||
        m_file->write(reinterpret_cast<const char*>(page.bytes.get()), size) != size || !m_file->flush()) {
        m_broken = true;
        return false;
    }
    page.offset = m_file_bytes;
    m_file_bytes += page.size;
    return true;
}

void PageStore::read(const Page& page, void* to) {
    const auto size = static_cast<qint64>(page.size);
    const bool whole = m_file->seek(static_cast<qint64>(page.offset)) && m_file->read(static_cast<char*>(to), size) == size;
    APOLLO_ASSERT(whole);
}

std::uint64_t PagedTexts::add(std::string_view text) {
    const auto size = static_cast<std::uint32_t>(text.size());
    if (!m_tail.empty() && m_tail.size() + sizeof size + size > page_bytes) {
        m_pages.push_back(m_store->keep(m_tail.data(), m_tail.size()));
        m_tail.clear();
    }
    const std::uint64_t number = (static_cast<std::uint64_t>(m_pages.size()) << 32) | m_tail.size();
    m_tail.append(reinterpret_cast<const char*>(&size), sizeof size);
    m_tail.append(text);
    return number;
}

std::string_view PagedTexts::at(std::uint64_t number) const {
    const std::size_t page = number >> 32, offset = number & 0xFFFFFFFFu;
    const char* bytes = page < m_pages.size() ? reinterpret_cast<const char*>(m_store->page(m_pages[page])) : m_tail.data();
    std::uint32_t size = 0;
    std::memcpy(&size, bytes + offset, sizeof size);
    return {bytes + offset + sizeof size, size};
}

}  // namespace apollo::viewmodels
