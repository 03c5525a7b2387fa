// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/base/random.h"

#include <random>

namespace apollo {

std::string Random::hex(int digits) {
    static const char alphabet[] = "0123456789abcdef";
    std::string text;
    text.reserve(static_cast<std::size_t>(digits));
    std::uint64_t bits = 0;
    for (int i = 0; i < digits; ++i) {
        if (i % 16 == 0) bits = next_u64();
        text.push_back(alphabet[bits & 15]);
        bits >>= 4;
    }
    return text;
}

std::uint64_t SystemRandom::next_u64() {
    static thread_local std::random_device device;
    return (static_cast<std::uint64_t>(device()) << 32) | device();
}

std::uint64_t SeededRandom::next_u64() {
    std::uint64_t z = (m_state += 0x9E3779B97F4A7C15ull);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

}  // namespace apollo
