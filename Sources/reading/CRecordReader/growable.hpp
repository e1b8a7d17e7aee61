// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <utility>

namespace reader {

// A vector of plain data that reports lack of memory instead of throwing, and keeps its memory when emptied.
template <class T> class Growable {
    static_assert(std::is_trivially_copyable<T>::value, "elements are moved with realloc");

  public:
    Growable() = default;
    Growable(const Growable &) = delete;
    Growable &operator=(const Growable &) = delete;
    ~Growable() { std::free(data_); }

    T *data() { return data_; }
    const T *data() const { return data_; }
    size_t count() const { return count_; }
    size_t memory() const { return capacity_ * sizeof(T); }
    T &operator[](size_t i) { return data_[i]; }
    const T &operator[](size_t i) const { return data_[i]; }
    void clear() { count_ = 0; }
    void truncate(size_t count) { count_ = count; }

    void swap(Growable &other) noexcept {
        std::swap(data_, other.data_);
        std::swap(count_, other.count_);
        std::swap(capacity_, other.capacity_);
    }

    bool push(const T &item) {
        if (__builtin_expect(count_ == capacity_, 0) && !grow(count_ + 1))
            return false;
        data_[count_++] = item;
        return true;
    }

    // Adds an element, which is for the caller to write; NULL without memory.
    T *add() {
        if (__builtin_expect(count_ == capacity_, 0) && !grow(count_ + 1))
            return nullptr;
        return &data_[count_++];
    }

    // Makes the count `count`; new elements are all zero.
    bool resize(size_t count) {
        if (count > capacity_ && !grow(count))
            return false;
        if (count > count_)
            std::memset(static_cast<void *>(data_ + count_), 0, (count - count_) * sizeof(T));
        count_ = count;
        return true;
    }

  private:
    __attribute__((noinline)) bool grow(size_t least) {
        size_t capacity = capacity_ * 2 < least ? least : capacity_ * 2;
        if (capacity < 16)
            capacity = 16;
        if (capacity > PTRDIFF_MAX / sizeof(T))
            return false;
        void *moved = std::realloc(static_cast<void *>(data_), capacity * sizeof(T));
        if (!moved)
            return false;
        data_ = static_cast<T *>(moved);
        capacity_ = capacity;
        return true;
    }

    T *data_ = nullptr;
    size_t count_ = 0;
    size_t capacity_ = 0;
};

} // namespace reader
