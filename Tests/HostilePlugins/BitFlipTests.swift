// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import PluginWorkshop
import Testing

/// Plugins with one bit changed, anywhere in the file.
///
/// The hosts are processes of their own: they load every library that the probe accepts, so that one
/// which the probe should not have accepted ends the host and not the tests.
@Suite struct BitFlipTests {
    @Test(arguments: 0..<10)
    func flippedBitNeverEndsTheHost(part: Int) async {
        await #expect(processExitsWith: .success) { [part] in
            let outcomes = try await outcomes(of: part * 100..<(part + 1) * 100)
            // Each way out must have been met.
            for stage in ["format", "probe", "loaded"] { precondition(outcomes[stage] != nil) }
        }
    }
}

/// How many libraries came to which end: a stage, or "loaded".
private func outcomes(of libraries: Range<Int>) async throws -> [String: Int] {
    let workshop = try Workshop()
    let bytes = try BuiltPlugin.template.bytes()
    var policy = PluginPolicy.standard
    policy.probe = .required
    var outcomes: [String: Int] = [:]
    for library in libraries {
        var flipped = bytes
        let bit = bit(of: library, in: bytes.count * 8)
        flipped[bit / 8] ^= 1 << UInt8(bit % 8)
        let path = try workshop.write(flipped, to: "flipped.so")
        let outcome: String
        do throws(PluginError) {
            try PluginHost(policy: policy).load(path: path, into: RuleRegistry())
            outcome = "loaded"
        } catch {
            outcome = error.stage.rawValue
        }
        outcomes[outcome, default: 0] += 1
    }
    return outcomes
}

/// The bit that is flipped in a library: any, the same in every run (SplitMix64).
private func bit(of library: Int, in count: Int) -> Int {
    var mixed = UInt64(library + 1) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(count))
}
