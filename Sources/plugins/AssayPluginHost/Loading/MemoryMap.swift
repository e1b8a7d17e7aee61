// SPDX-License-Identifier: Apache-2.0
import AssaySystem

/// The addresses of this process that can be read and that can be executed, at one moment.
///
/// Pointers of a plugin are checked with it before they are followed.
struct MemoryMap {
    private var readable: [Range<UInt>] = []
    private var executable: [Range<UInt>] = []

    /// Reads `/proc/self/maps`; nil if that is not possible.
    static func current() -> MemoryMap? {
        (try? SmallFile.read("/proc/self/maps", limit: .max)).map(MemoryMap.init(parsing:))
    }

    /// Parses lines like `7f00-8000 r-xp 00000000 00:01 7 /path`.
    init(parsing text: [UInt8]) {
        for line in text.split(separator: UInt8(ascii: "\n")) {
            var rest = line
            guard let range = Self.range(takenFrom: &rest), !Self.isOfKernel(rest) else { continue }
            let permissions = rest.prefix(4)
            if permissions.contains(UInt8(ascii: "r")) { Self.append(range, to: &readable) }
            if permissions.contains(UInt8(ascii: "x")) { Self.append(range, to: &executable) }
        }
    }

    /// The kernel's own pages ([vvar], [vsyscall]) cannot be read everywhere.
    private static func isOfKernel(_ line: ArraySlice<UInt8>) -> Bool {
        guard let space = line.lastIndex(of: UInt8(ascii: " ")) else { return false }
        return line[(space + 1)...].starts(with: "[v".utf8)
    }

    func isReadable(_ address: UInt, count: Int) -> Bool {
        guard count >= 0, let range = Self.range(in: readable, with: address) else { return false }
        return UInt(count) <= range.upperBound - address
    }

    func isExecutable(_ address: UInt) -> Bool {
        Self.range(in: executable, with: address) != nil
    }

    /// Takes the bounds and the space after them.
    private static func range(takenFrom line: inout ArraySlice<UInt8>) -> Range<UInt>? {
        guard let lower = number(takenFrom: &line, before: UInt8(ascii: "-")),
            let upper = number(takenFrom: &line, before: UInt8(ascii: " ")), lower < upper
        else { return nil }
        return lower..<upper
    }

    /// Takes hexadecimal digits, at least one, and the character after them.
    private static func number(takenFrom line: inout ArraySlice<UInt8>, before end: UInt8) -> UInt?
    {
        var number: UInt = 0
        for index in line.indices {
            if line[index] == end {
                defer { line = line[(index + 1)...] }
                return index > line.startIndex ? number : nil
            }
            guard let digit = digit(line[index]), number >> 60 == 0 else { return nil }
            number = number << 4 | digit
        }
        return nil
    }

    private static func digit(_ byte: UInt8) -> UInt? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt(byte - UInt8(ascii: "a")) + 10
        default: nil
        }
    }

    /// The lines are in ascending order; neighbors become one range.
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
