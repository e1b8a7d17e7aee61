// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Glibc

/// The bytes of an argument at a fixed address: a check reads them without copying or counting
/// references.
struct StoredText: @unchecked Sendable {  // the bytes never change after init
    private final class Owner {
        let buffer: UnsafeMutableBufferPointer<UInt8>

        init(_ text: some Collection<UInt8>) {
            buffer = .allocate(capacity: text.count)
            _ = buffer.initialize(from: text)
        }

        deinit {
            buffer.deallocate()
        }
    }

    private let owner: Owner
    /// Valid as long as this value, or a copy of it, lives.
    let bytes: UnsafeBufferPointer<UInt8>

    init(_ text: String) {
        owner = Owner(Array(text.utf8))
        bytes = UnsafeBufferPointer(owner.buffer)
    }
}

/// True if both addresses hold the same `count` bytes.
@inline(__always)
func sameBytes(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    memcmp(left, right, count) == 0
}

/// The order of two texts by code point, which is the order of their UTF-8 bytes: negative, zero
/// or positive.
func textOrder(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int {
    let common = min(left.count, right.count)
    if common > 0, let a = left.baseAddress, let b = right.baseAddress {
        let order = memcmp(a, b, common)
        if order != 0 { return Int(order) }
    }
    return left.count - right.count
}

/// Where `needle` begins in `text` at or behind `start`, or nil.
///
/// Costs at most the product of both lengths.
func firstPlace(
    of needle: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>, from start: Int
) -> Int? {
    guard let base = text.baseAddress, let wanted = needle.baseAddress else { return nil }
    let last = text.count - needle.count
    var place = start
    while place <= last {
        let rest = last - place + 1
        guard let found = memchr(base + place, Int32(wanted[0]), rest) else { return nil }
        place = UnsafeRawPointer(found) - UnsafeRawPointer(base)
        if sameBytes(base + place, wanted, needle.count) { return place }
        place += 1
    }
    return nil
}
