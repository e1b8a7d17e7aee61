// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "byte_scan.hpp"

namespace reader {

// Hashes of keys under a random key of the process: every byte counts, and no one who writes data or rules
// can choose keys that collide. The hashes differ from run to run: they find things, and never decide what
// is reported or in which order. Words are folded by products of 128 bits, as wyhash does.
class KeyedHash {
  public:
    // Under the key of this process.
    KeyedHash() noexcept;

    // `p` must be readable for 16 bytes and for `length`.
    uint64_t operator()(const uint8_t *p, uint64_t length) const {
        uint64_t hash = seed_ ^ (length * 0x9E3779B97F4A7C15u);
        if (__builtin_expect(length > 16, 0))
            return of_long(p, length, hash);
        return fold(hash ^ head(p, length), factor_ ^ (length > 8 ? head(p + 8, length - 8) : 0));
    }

  private:
    static uint64_t fold(uint64_t left, uint64_t right) {
        const auto product = static_cast<unsigned __int128>(left) * right;
        return static_cast<uint64_t>(product >> 64) ^ static_cast<uint64_t>(product);
    }

    // Up to eight bytes, zero after the end.
    static uint64_t head(const uint8_t *p, uint64_t length) {
        return load_word(p) & word_mask(static_cast<size_t>(length));
    }

    // The last words overlap the ones before.
    uint64_t of_long(const uint8_t *p, uint64_t length, uint64_t hash) const {
        const uint8_t *const last = p + length - 16;
        for (; p < last; p += 16)
            hash = fold(hash ^ load_word(p), factor_ ^ load_word(p + 8));
        return fold(hash ^ load_word(last), factor_ ^ load_word(last + 8));
    }

    uint64_t seed_, factor_;
};

} // namespace reader
