// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "growable.hpp"
#include <cstdint>

namespace reader {

// Memory for what a batch points to beside the text: unescaped strings, elements, members. It is given back
// all at once, by `reset`, and then used again.
class Arena {
  public:
    Arena() = default;
    Arena(const Arena &) = delete;
    Arena &operator=(const Arena &) = delete;
    ~Arena() {
        for (size_t i = 0; i < blocks_.count(); i++)
            std::free(blocks_[i].start);
    }

    // Aligned to 8 bytes; NULL when there is no memory.
    uint8_t *allocate(size_t bytes) {
        bytes = (bytes + 7) & ~size_t{7};
        if (__builtin_expect(static_cast<size_t>(end_ - next_) < bytes, 0))
            return allocate_from_next(bytes);
        uint8_t *result = next_;
        next_ += bytes;
        return result;
    }

    // Gives back the end of the most recent allocation, of which `used` bytes stay.
    void shrink_last(uint8_t *allocation, size_t used) { next_ = allocation + ((used + 7) & ~size_t{7}); }

    void reset() {
        current_ = 0;
        next_ = blocks_.count() ? blocks_[0].start : nullptr;
        end_ = blocks_.count() ? next_ + blocks_[0].size : nullptr;
    }

    size_t memory() const {
        size_t bytes = blocks_.memory();
        for (size_t i = 0; i < blocks_.count(); i++)
            bytes += blocks_[i].size;
        return bytes;
    }

  private:
    struct Block {
        uint8_t *start;
        size_t size;
    };
    static constexpr size_t block_size = 256 * 1024;

    __attribute__((noinline)) uint8_t *allocate_from_next(size_t bytes) {
        while (current_ + 1 < blocks_.count()) {
            use(++current_);
            if (static_cast<size_t>(end_ - next_) >= bytes)
                return allocate(bytes);
        }
        size_t size = bytes > block_size ? bytes : block_size;
        uint8_t *start = static_cast<uint8_t *>(std::malloc(size));
        if (!start)
            return nullptr;
        if (!blocks_.push({start, size}))
            return std::free(start), nullptr;
        use(current_ = blocks_.count() - 1);
        return allocate(bytes);
    }

    void use(size_t block) {
        next_ = blocks_[block].start;
        end_ = next_ + blocks_[block].size;
    }

    Growable<Block> blocks_;
    size_t current_ = 0;
    uint8_t *next_ = nullptr;
    uint8_t *end_ = nullptr;
};

} // namespace reader
