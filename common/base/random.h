// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Door: randomness. Handed in, so that the simulator repeats a run from one seed.
#pragma once

#include <cstdint>
#include <string>

namespace apollo {

class Random {
public:
    virtual ~Random() = default;
    virtual std::uint64_t next_u64() = 0;

    // Lower-case hex digits.
    std::string hex(int digits);
    // Uniform enough for jitter: [0, bound), bound > 0.
    std::uint64_t below(std::uint64_t bound) { return next_u64() % bound; }
};

// The operating system's randomness. Any thread.
class SystemRandom final : public Random {
public:
    std::uint64_t next_u64() override;
};

// SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014). For tests and simulation.
class SeededRandom final : public Random {
public:
    explicit SeededRandom(std::uint64_t seed) : m_state(seed) {}
    std::uint64_t next_u64() override;

private:
    std::uint64_t m_state;
};

}  // namespace apollo
