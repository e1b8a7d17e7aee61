// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Memory after which nothing can be read.
enum LastBytesOfPage {
    /// Calls `body` with bytes that end where their page ends; the next page cannot be read, and the
    /// bytes before are all `filling`.
    static func with(
        _ bytes: [UInt8], after filling: UInt8, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        let page = Int(getpagesize())
        guard bytes.count <= page,
            let start = mmap(
                nil, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            start != MAP_FAILED, mprotect(start + page, page, PROT_NONE) == 0
        else { return }
        defer { munmap(start, 2 * page) }
        memset(start, Int32(filling), page)
        let place = start + page - bytes.count
        memcpy(place, bytes, bytes.count)
        body(
            UnsafeBufferPointer(
                start: place.assumingMemoryBound(to: UInt8.self), count: bytes.count))
    }
}
