// SPDX-License-Identifier: Apache-2.0
//
// Mode B: a file is read in pieces, parsed and checked at once.
#pragma once

#include "input_file.hpp"
#include "signup_reader.hpp"
#include "tally.hpp"

#include <algorithm>
#include <exception>
#include <thread>

namespace limit {

/// Checks the records of one range of whole lines.
class RangeScan {
  public:
    RangeScan(const InputFile &file, size_t start, size_t end) : file_(file), offset_(start), end_(end) {
        buffer_.resize(2 * pieceSize + simdjson::SIMDJSON_PADDING);
    }

    void run(Tally &tally) {
        while (offset_ < end_) {
            fill();
            size_t whole = wholeLines();
            checkLines(whole, tally);
            std::memmove(buffer_.data(), buffer_.data() + whole, filled_ - whole);
            filled_ -= whole;
        }
    }

  private:
    static constexpr size_t pieceSize = 1 << 20;

    void fill() {
        size_t count = std::min(pieceSize, end_ - offset_);
        file_.read(buffer_.data() + filled_, count, offset_);
        offset_ += count;
        filled_ += count;
    }

    /// The bytes up to the last line break; all of them at the end of the range.
    size_t wholeLines() const {
        if (offset_ == end_)
            return filled_;
        const void *line = memrchr(buffer_.data(), '\n', filled_);
        if (!line)
            throw std::runtime_error("a line is longer than 1 MiB");
        return static_cast<size_t>(static_cast<const char *>(line) - buffer_.data()) + 1;
    }

    void checkLines(size_t length, Tally &tally) {
        simdjson::ondemand::document_stream documents =
            parser_.iterate_many(buffer_.data(), length, buffer_.size());
        for (auto document : documents) {
            read(document, parsed_);
            checker_.check(parsed_.record, tally);
        }
    }

    const InputFile &file_;
    size_t offset_, end_;
    size_t filled_ = 0;
    std::vector<char> buffer_;
    simdjson::ondemand::parser parser_;
    ParsedSignup parsed_;
    Checker checker_;
};

/// Checks the whole file with a thread for each range; one range runs on the calling thread.
inline std::vector<Tally> scan(const InputFile &file, size_t threadCount) {
    std::vector<size_t> bounds = file.lineRanges(threadCount);
    std::vector<Tally> tallies(threadCount);
    std::vector<std::exception_ptr> failures(threadCount);
    auto work = [&](size_t index) {
        try {
            RangeScan(file, bounds[index], bounds[index + 1]).run(tallies[index]);
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
