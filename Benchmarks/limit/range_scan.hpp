// SPDX-License-Identifier: Apache-2.0
//
// A file is read in pieces, by a thread for each range of it.
#pragma once

#include "input_file.hpp"
#include "tally.hpp"

#include <algorithm>
#include <exception>
#include <simdjson.h>
#include <thread>

namespace limit {

/// The bytes up to the last line break.
inline size_t wholeLines(const char *start, size_t count) {
    const void *line = memrchr(start, '\n', count);
    if (!line)
        throw std::runtime_error("a line is longer than 1 MiB");
    return static_cast<size_t>(static_cast<const char *>(line) - start) + 1;
}

/// Checks the records of one range of whole lines.
template <class Piece> class RangeScan {
  public:
    RangeScan(const InputFile &file, size_t start, size_t end) : file_(file), offset_(start), end_(end) {
        buffer_.resize(2 * pieceSize + simdjson::SIMDJSON_PADDING);
    }

    void run(Tally &tally) {
        while (offset_ < end_) {
            fill();
            size_t whole = piece_.check(buffer_, filled_, offset_ == end_, tally);
            std::memmove(buffer_.data(), buffer_.data() + whole, filled_ - whole);
            filled_ -= whole;
        }
    }

  private:
    static constexpr size_t pieceSize = 1 << 20;

    void fill() {
        if (filled_ > pieceSize)
            throw std::runtime_error("a record is longer than 1 MiB");
        size_t count = std::min(pieceSize, end_ - offset_);
        file_.read(buffer_.data() + filled_, count, offset_);
        offset_ += count;
        filled_ += count;
    }

    const InputFile &file_;
    size_t offset_, end_;
    size_t filled_ = 0;
    std::vector<char> buffer_;
    Piece piece_;
};

/// Checks the whole file with a thread for each range; one range runs on the calling thread.
template <class Piece> std::vector<Tally> scan(const InputFile &file, size_t threadCount) {
    std::vector<size_t> bounds = file.lineRanges(threadCount);
    std::vector<Tally> tallies(threadCount);
    std::vector<std::exception_ptr> failures(threadCount);
    auto work = [&](size_t index) {
        try {
            RangeScan<Piece>(file, bounds[index], bounds[index + 1]).run(tallies[index]);
        } catch (...) {
            failures[index] = std::current_exception();
        }
    };
    std::vector<std::thread> threads;
    for (size_t index = 1; index < threadCount; index++)
        threads.emplace_back(work, index);
    work(0);
    for (std::thread &thread : threads)
        thread.join();
    for (const std::exception_ptr &failure : failures) {
        if (failure)
            std::rethrow_exception(failure);
    }
    return tallies;
}

} // namespace limit
