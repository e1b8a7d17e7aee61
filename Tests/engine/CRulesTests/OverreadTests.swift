// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI
import Glibc
import Testing
import TestRandomness

/// Two pages, the second without any access: a read beyond the end of what is placed at the end of
/// the first one ends the process.
private final class GuardedPage {
    private let size = 4096
    private let base: UnsafeMutableRawPointer

    init() throws {
        let mapped = mmap(
            nil, size * 2, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        try #require(mapped != MAP_FAILED)
        base = try #require(mapped)
        try #require(mprotect(base + size, size, PROT_NONE) == 0)
    }

    deinit { munmap(base, size * 2) }

    /// Copies at most a page so that its last byte is the last readable one.
    func place(_ bytes: [UInt8]) -> UnsafeBufferPointer<UInt8> {
        let start = base + size - bytes.count
        UnsafeMutableRawBufferPointer(start: start, count: bytes.count).copyBytes(from: bytes)
        return UnsafeBufferPointer(
            start: start.assumingMemoryBound(to: UInt8.self), count: bytes.count)
    }
}

@Suite struct OverreadTests {
    private static let alphabets: [[UInt8]] = [
        Array(0...255), Array("0123456789".utf8), Array("0123456789abcdefABCDEF-:.".utf8),
        Array("DEFRGB0123456789 ".utf8), Array("xn--abz019.*_".utf8), Array("P1YMDTHSW/~#%+=".utf8),
    ]

    private func uses(of id: String) throws -> [RuleUse] {
        let examples = RuleTable.examples(try RuleTable.rule(id))
        return try Set(examples.map { RuleTable.text($0.expression) }).sorted().map {
            try RuleUse($0)
        }
    }

    private func expectVerdict(_ use: RuleUse, _ bytes: [UInt8], _ page: GuardedPage) {
        let verdict = use.check(page.place(bytes))
        let declared = verdict.status == ASSAY_FAIL && verdict.code < use.rule.pointee.code_count
        #expect(verdict.status == ASSAY_PASS || declared, "\(bytes)")
        #expect(use.name(of: verdict) == use.check(bytes), "\(bytes)")
    }

    @Test(arguments: RuleTable.ids) func randomBytesAtTheEndOfMemoryAreChecked(_ id: String) throws
    {
        var random = SeededNumbers(seed: 20)
        let page = try GuardedPage()
        for use in try uses(of: id) {
            for alphabet in Self.alphabets {
                for length in 0...72 {
                    let bytes = (0..<length).map { _ in alphabet.randomElement(using: &random) ?? 0
                    }
                    expectVerdict(use, bytes, page)
                }
            }
        }
    }

    @Test(arguments: RuleTable.ids) func cutAndChangedExamplesAtTheEndOfMemoryAreChecked(
        _ id: String
    ) throws {
        var random = SeededNumbers(seed: 21)
        let page = try GuardedPage()
        let values = RuleTable.examples(try RuleTable.rule(id)).map {
            Array(RuleTable.text($0.value).utf8.dropFirst().dropLast())
        }
        for use in try uses(of: id) {
            for value in values {
                for end in 0...value.count {
                    var bytes = Array(value[..<end])
                    expectVerdict(use, bytes, page)
                    guard let index = bytes.indices.randomElement(using: &random) else { continue }
                    bytes[index] = UInt8.random(in: 0...255, using: &random)
                    expectVerdict(use, bytes, page)
                }
            }
        }
    }

    @Test(arguments: RuleTable.ids) func aPageOfOneCharacterIsChecked(_ id: String) throws {
        let page = try GuardedPage()
        for use in try uses(of: id) {
            for byte: UInt8 in [0, 48, 45, 46, 58, 61, 65, 97, 255] {
                expectVerdict(use, Array(repeating: byte, count: 4096), page)
            }
        }
    }
}
