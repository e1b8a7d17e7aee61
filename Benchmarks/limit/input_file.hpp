// SPDX-License-Identifier: Apache-2.0
//
// A file that is read by offset, and its division into ranges of whole lines.
#pragma once

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <stdexcept>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace limit {

class InputFile {
  public:
    explicit InputFile(const std::string &path)
        : path_(path), descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
        struct stat status{};
        if (descriptor_ < 0 || fstat(descriptor_, &status) != 0)
            fail();
        size_ = static_cast<size_t>(status.st_size);
    }
    InputFile(const InputFile &) = delete;
    InputFile &operator=(const InputFile &) = delete;
    ~InputFile() {
        if (descriptor_ >= 0)
            close(descriptor_);
    }

    size_t size() const { return size_; }

    /// Reads `count` bytes at `offset`; a shorter file is an error.
    void read(char *target, size_t count, size_t offset) const {
        while (count > 0) {
            ssize_t got = pread(descriptor_, target, count, static_cast<off_t>(offset));
            if (got == 0)
                throw std::runtime_error(path_ + ": became shorter");
            if (got < 0 && errno == EINTR)
                continue;
            if (got < 0)
                fail();
            target += got;
            offset += static_cast<size_t>(got);
            count -= static_cast<size_t>(got);
        }
    }

    /// The bounds of `count` ranges of about the same size that end after a line break: count + 1 offsets.
    std::vector<size_t> lineRanges(size_t count) const {
        std::vector<size_t> bounds{0};
        for (size_t index = 1; index < count; index++) {
            bounds.push_back(std::max(bounds.back(), lineStart(size_ / count * index)));
        }
        bounds.push_back(size_);
        return bounds;
    }

  private:
    size_t lineStart(size_t offset) const {
        std::vector<char> buffer(1 << 16);
        while (offset < size_) {
            size_t count = std::min(buffer.size(), size_ - offset);
            read(buffer.data(), count, offset);
            if (const void *line = memchr(buffer.data(), '\n', count)) {
                return offset + static_cast<size_t>(static_cast<const char *>(line) - buffer.data()) + 1;
            }
            offset += count;
        }
        return size_;
    }

    [[noreturn]] void fail() const { throw std::runtime_error(path_ + ": " + strerror(errno)); }

    std::string path_;
    int descriptor_;
    size_t size_ = 0;
};

} // namespace limit
