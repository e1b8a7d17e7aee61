// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A file descriptor with one owner, who closes it.
struct Descriptor: ~Copyable, Sendable {
    let number: Int32

    /// Takes over a descriptor; nil for the negative number of a call that failed.
    init?(_ number: Int32) {
        guard number >= 0 else { return nil }
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Reads up to `count` bytes to `start`; 0 at the end, -1 with errno for an error.
    func read(into start: UnsafeMutableRawPointer, _ count: Int) -> Int {
        while true {
            let result = Glibc.read(number, start, count)
            if result >= 0 || errno != EINTR { return result }
        }
    }

    /// Writes all bytes; false with errno for an error.
    func write(_ start: UnsafeRawPointer, _ count: Int) -> Bool {
        var written = 0
        while written < count {
            let result = Glibc.write(number, start + written, count - written)
            if result < 0, errno == EINTR { continue }
            guard result > 0 else { return false }
            written += result
        }
        return true
    }
}
