// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>

namespace reader {

// The brackets that are open, a bit for each of the outermost 1,024; of deeper ones only the number is known.
class JsonBrackets {
  public:
    void clear() { depth_ = objects_ = 0; }
    bool is_empty() const { return depth_ == 0; }

    void open(uint8_t bracket) {
        if (depth_ < known) {
            set(depth_, bracket == '{');
            objects_ += bracket == '{';
        }
        depth_++;
    }

    // Closes the innermost bracket that `bracket` matches, and with it those inside, which are left open by
    // error. False: it matches none, and nothing changes.
    bool close(uint8_t bracket) {
        if (depth_ > known)
            return depth_--, true;
        // Looked at before the search, so that brackets that match nothing cost no more than one byte.
        if (objects_ == (bracket == '}' ? 0 : depth_))
            return false;
        for (;;) {
            const bool was_object = is_object(--depth_);
            objects_ -= was_object;
            if (was_object == (bracket == '}'))
                return true;
        }
    }

  private:
    static constexpr uint64_t known = 1024;

    bool is_object(uint64_t level) const { return bits_[level / 64] >> (level % 64) & 1; }
    void set(uint64_t level, bool is_object) {
        const uint64_t bit = uint64_t{1} << (level % 64);
        bits_[level / 64] = is_object ? bits_[level / 64] | bit : bits_[level / 64] & ~bit;
    }

    uint64_t bits_[known / 64] = {};
    uint64_t depth_ = 0;
    uint64_t objects_ = 0; // among those of which the kind is known
};

} // namespace reader
