// SPDX-License-Identifier: Apache-2.0
#include "keyed_hash.hpp"
#include <cstring>
#include <sys/auxv.h>
#include <unistd.h>

namespace reader {

namespace {

struct Key {
    uint64_t words[2];

    // Where the system gives no random bytes, those that it gave the process at its start.
    Key() noexcept {
        if (getentropy(words, sizeof words) == 0)
            return;
        const auto start = static_cast<uintptr_t>(getauxval(AT_RANDOM));
        if (start != 0)
            std::memcpy(words, reinterpret_cast<const void *>(start), sizeof words);
        else
            std::memset(words, 0xA5, sizeof words);
    }
};

} // namespace

KeyedHash::KeyedHash() noexcept {
    static const Key key;
    seed_ = key.words[0];
    factor_ = key.words[1];
}

} // namespace reader
