// SPDX-License-Identifier: Apache-2.0
import PluginWorkshop
import Testing

/// Plugins with one bit changed, anywhere in the file, each loaded by a ruleshell of its own.
@Suite struct BitFlipTests {
    private static let count = 1000
    private static let parts = 4

    /// What the probe accepts, the host loads. A flipped bit in the code of a constructor can do
    /// damage that shows later only: few such libraries end their host.
    @Test(arguments: 0..<parts)
    func flippedBitIsRefusedOrDoesNotMatter(part: Int) throws {
        let size = Self.count / Self.parts
        let outcomes = try outcomes(of: part * size..<(part + 1) * size)
        #expect(outcomes.values.reduce(0, +) == size)
        #expect(outcomes["died", default: 0] <= size / 100, "\(outcomes)")
        for end in ["plugin.format", "plugin.probe", "loaded"] {
            #expect(outcomes[end] != nil, "\(outcomes)")
        }
    }
}

/// How many libraries came to which end: the code of an error, "loaded" or "died".
private func outcomes(of libraries: Range<Int>) throws -> [String: Int] {
    let workshop = try Workshop()
    let bytes = try BuiltPlugin.template.bytes()
    let ruleshell = try builtProduct("ruleshell")
    var outcomes: [String: Int] = [:]
    for library in libraries {
        var flipped = bytes
        let bit = bit(of: library, in: bytes.count * 8)
        flipped[bit / 8] ^= 1 << UInt8(bit % 8)
        let path = try workshop.write(flipped, to: "flipped.so")
        let end = try Program.outcome(of: ruleshell, ["rules", "length", "--plugin", path])
        outcomes[name(of: end), default: 0] += 1
    }
    return outcomes
}

private func name(of end: Program.Outcome) -> String {
    if end.isSignal { return "died" }
    if end.status == 0 { return "loaded" }
    return end.output.firstMatch(of: /error\[([A-Za-z.]+)\]/).map { String($0.1) } ?? "unknown"
}

/// The bit that is flipped in a library: any, the same in every run (SplitMix64).
private func bit(of library: Int, in count: Int) -> Int {
    var mixed = UInt64(library + 1) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(count))
}
