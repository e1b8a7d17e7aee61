// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Which addresses of this process can be read and which can be executed, at one moment: pointers
/// that come from a plugin are held against it before they are followed.
struct MemoryMap {
    private var readable: [Range<UInt>] = []
    private var executable: [Range<UInt>] = []

    /// Reads `/proc/self/maps`; nil if that is not possible.
    static func current() -> MemoryMap? {
        guard let file = Descriptor(open("/proc/self/maps", O_RDONLY | O_CLOEXEC)) else {
            return nil
        }
        return file.readAll().map(MemoryMap.init(parsing:))
    }

    /// Parses lines like `7f00-8000 r-xp 00000000 00:01 7 /path`.
    init(parsing text: [UInt8]) {
        for line in text.split(separator: UInt8(ascii: "\n")) {
            let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: true)
            guard parts.count >= 2, let range = Self.range(parts[0]) else { continue }
            // The kernel's own pages ([vvar], [vsyscall]) cannot be read everywhere.
            if let name = parts.last, name.starts(with: "[v".utf8) { continue }
            if parts[1].contains(UInt8(ascii: "r")) { Self.append(range, to: &readable) }
            if parts[1].contains(UInt8(ascii: "x")) { Self.append(range, to: &executable) }
        }
    }

    func isReadable(_ address: UInt, _ count: Int) -> Bool {
        guard count >= 0, let range = Self.range(in: readable, with: address) else { return false }
        return UInt(count) <= range.upperBound - address
    }

    func isExecutable(_ address: UInt) -> Bool {
        Self.range(in: executable, with: address) != nil
    }

    private static func range(_ text: ArraySlice<UInt8>) -> Range<UInt>? {
        let bounds = text.split(separator: UInt8(ascii: "-")).compactMap {
            UInt(String(decoding: $0, as: UTF8.self), radix: 16)
        }
        guard bounds.count == 2, bounds[0] < bounds[1] else { return nil }
        return bounds[0]..<bounds[1]
    }

    /// The lines are in ascending order; neighbours become one range.
    private static func append(_ range: Range<UInt>, to ranges: inout [Range<UInt>]) {
        if let last = ranges.last, last.upperBound == range.lowerBound {
            ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
        } else {
            ranges.append(range)
        }
    }

    private static func range(in ranges: [Range<UInt>], with address: UInt) -> Range<UInt>? {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound <= address { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(address) ? ranges[low] : nil
    }
}
