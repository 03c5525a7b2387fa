// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Room for what a long history needs and nobody looks at just now: pages of bytes that never change, the ones used lately
// in memory, the others in a file that is gone when the program ends. A short history never touches the disk.
//
// Used on one thread. When the file cannot be written (a full disk), everything stays in memory.
#pragma once

#include <QTemporaryFile>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace apollo::viewmodels {

class PageStore {
public:
    static constexpr std::size_t usual_limit_bytes = 240u << 20;

    // At most so much of it in memory.
    explicit PageStore(std::size_t limit_bytes = usual_limit_bytes) : m_limit_bytes(limit_bytes) {}

    // Returns the page's number.
    std::uint32_t keep(const void* bytes, std::size_t size);
    // Valid until the next call of anything here, and as long as changes() stays the same.
    const std::byte* page(std::uint32_t number);
    // All of a page; one that is only in the file stays there.
    void copy(std::uint32_t number, void* to);
    std::uint64_t changes() const { return m_changes; }

    std::size_t resident_bytes() const { return m_resident_bytes; }
    std::uint64_t file_bytes() const { return m_file_bytes; }

private:
    struct Page {
        std::unique_ptr<std::byte[]> bytes;  // null: in the file only
        std::uint32_t size = 0;
        bool used = false;                   // since the hand was here
        std::uint64_t offset = nowhere;      // in the file
    };
    static constexpr std::uint64_t nowhere = ~0ull;

    void make_room(std::size_t wanted);
    bool write(Page& page);
    void read(const Page& page, void* to);
    std::unique_ptr<std::byte[]> room_for(std::size_t size);

    std::size_t m_limit_bytes;
    std::vector<Page> m_pages;
    std::size_t m_hand = 0;
    std::unique_ptr<std::byte[]> m_spare;  // of the page that went last: one of its size is the next that comes
    std::size_t m_spare_size = 0;
    std::size_t m_resident_bytes = 0;
    std::uint64_t m_file_bytes = 0;
    std::uint64_t m_changes = 0;
    std::unique_ptr<QTemporaryFile> m_file;
    bool m_broken = false;
};

// Plain values one after the other; grows only. `count` of them make a page.
template <typename T, std::size_t count>
class PagedVector {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    class Iterator {
    public:
        using iterator_category = std::random_access_iterator_tag;
        using value_type = T;
        using difference_type = std::ptrdiff_t;
        using pointer = const T*;
        using reference = T;
        Iterator() = default;
        Iterator(const PagedVector* of, std::size_t at) : m_of(of), m_at(at) {}
        T operator*() const { return (*m_of)[m_at]; }
        T operator[](difference_type by) const { return *(*this + by); }
        Iterator& operator++() { return *this += 1; }
        Iterator& operator--() { return *this += -1; }
        Iterator operator++(int) { return std::exchange(*this, *this + 1); }
        Iterator operator--(int) { return std::exchange(*this, *this - 1); }
        Iterator& operator+=(difference_type by) {
            m_at = static_cast<std::size_t>(static_cast<difference_type>(m_at) + by);
            return *this;
        }
        Iterator& operator-=(difference_type by) { return *this += -by; }
        friend Iterator operator+(Iterator at, difference_type by) { return at += by; }
        friend Iterator operator+(difference_type by, Iterator at) { return at += by; }
        friend Iterator operator-(Iterator at, difference_type by) { return at += -by; }
        friend difference_type operator-(const Iterator& a, const Iterator& b) {
            return static_cast<difference_type>(a.m_at) - static_cast<difference_type>(b.m_at);
        }
        friend bool operator==(const Iterator& a, const Iterator& b) { return a.m_at == b.m_at; }
        friend auto operator<=>(const Iterator& a, const Iterator& b) { return a.m_at <=> b.m_at; }

    private:
        const PagedVector* m_of = nullptr;
        std::size_t m_at = 0;
    };
    // Values that stand together: [first, first + size). Valid like PageStore::page.
    struct Part {
        const T* values = nullptr;
        std::size_t first = 0;
        std::size_t size = 0;
    };

    explicit PagedVector(std::shared_ptr<PageStore> store) : m_store(std::move(store)) {}

    void push_back(const T& value) {
        m_tail.push_back(value);
        if (m_tail.size() < count) return;
        m_pages.push_back(m_store->keep(m_tail.data(), count * sizeof(T)));
        m_tail.clear();
    }
    std::size_t size() const { return m_pages.size() * count + m_tail.size(); }
    bool empty() const { return size() == 0; }
    T operator[](std::size_t index) const {
        const Part part = part_of(index);
        return part.values[index - part.first];
    }
    T front() const { return (*this)[0]; }
    T back() const { return (*this)[size() - 1]; }
    Iterator begin() const { return {this, 0}; }
    Iterator end() const { return {this, size()}; }
    // The one that holds `index`.
    Part part_of(std::size_t index) const {
        const std::size_t page = index / count;
        if (page >= m_pages.size()) return {m_tail.data(), m_pages.size() * count, m_tail.size()};
        if (page != m_seen_page || m_seen_changes != m_store->changes()) {
            m_seen = reinterpret_cast<const T*>(m_store->page(m_pages[page]));
            m_seen_page = page;
            m_seen_changes = m_store->changes();
        }
        return {m_seen, page * count, count};
    }

private:
    std::shared_ptr<PageStore> m_store;
    std::vector<std::uint32_t> m_pages;
    std::vector<T> m_tail;
    mutable const T* m_seen = nullptr;  // the page that was looked at last
    mutable std::size_t m_seen_page = ~std::size_t{0};
    mutable std::uint64_t m_seen_changes = 0;
};

// Texts one after the other, each found again by the number that add() gave.
class PagedTexts {
public:
    explicit PagedTexts(std::shared_ptr<PageStore> store) : m_store(std::move(store)) {}
    std::uint64_t add(std::string_view text);
    // Valid like PageStore::page.
    std::string_view at(std::uint64_t number) const;

private:
    static constexpr std::size_t page_bytes = 64u << 10;

    std::shared_ptr<PageStore> m_store;
    std::vector<std::uint32_t> m_pages;
    std::string m_tail;
};

}  // namespace apollo::viewmodels
