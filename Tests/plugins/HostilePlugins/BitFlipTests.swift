// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import Foundation
import PluginWorkshop
import TestRandomness
import Testing

/// Plugins with one bit changed, anywhere in the file.
///
/// They are loaded by hosts in processes of their own. Nothing is bound: a bit in the code of
/// `evaluate` can make it do anything, and the probe does not show that. Code of a
/// constructor that reaches past its library ends in the probe, where nothing is there. What it does
/// otherwise, by a register that was not set for instance, can still depend on the process: rarely.
@Suite struct BitFlipTests {
    /// `flips` of them in each process.
    @Test(arguments: BitFlips.parts)
    func flippedBitDoesNotEndTheHost(flips: Range<Int>) async throws {
        let workshop = try Workshop()
        await #expect(processExitsWith: .success) {
            [
                directory = workshop.directory as String, first = flips.lowerBound as Int,
                end = flips.upperBound as Int, seed = BitFlips.seed as UInt64
            ] in
            try BitFlips(seed: seed, directory: directory).load(first..<end)
        }
        let ends = try BitFlips(seed: BitFlips.seed, directory: workshop.directory).ends()
        #expect(
            ends.last?.contains(":") == true && ends.count == flips.count,
            "run it again with \(BitFlips.replay(ends.last))")
        let stages = Set(ends.compactMap { $0.split(separator: " ").last })
        guard flips.count > 50 else { return }
        for stage in ["format", "loaded"] {
            #expect(stages.contains { $0 == stage }, "\(stages)")
        }
    }
}

/// Makes plugins with flipped bits, loads them and writes down what became of each.
private struct BitFlips {
    let seed: UInt64
    /// Where the plugins and the list of their ends are.
    let directory: String

    /// Another one can be set to try other bits.
    static let seed = number("ASSAY_FLIP_SEED") ?? 1
    /// The number of bits that are tried.
    ///
    /// With a sanitizer, each start of the probe takes many times as long.
    private static let count =
        number("ASSAY_FLIPS").map(Int.init)
        ?? (dlsym(nil, "__asan_init") == nil && dlsym(nil, "__tsan_init") == nil ? 200 : 100)
    /// All, a hundred for a process, or the one that is to be tried again.
    static let parts: [Range<Int>] =
        number("ASSAY_FLIP").map { [Int($0)..<Int($0) + 1] }
        ?? stride(from: 0, to: count, by: 100).map { $0..<min($0 + 100, count) }

    private static func number(_ variable: String) -> UInt64? {
        ProcessInfo.processInfo.environment[variable].flatMap(UInt64.init)
    }

    /// The variables that repeat the last flip of a list.
    static func replay(_ last: String?) -> String {
        let flip = last?.prefix { $0.isNumber } ?? "0"
        return "ASSAY_FLIP_SEED=\(seed) ASSAY_FLIP=\(flip)"
    }

    private var list: String { "\(directory)/ends" }

    /// A line "<flip> bit <bit>: <stage>" for each, without its end for one that ended the host.
    func ends() throws -> [String] {
        try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// Loads all, in this process, and a good plugin after them.
    func load(_ flips: Range<Int>) throws {
        let good = try bytes(of: try BuiltPlugin.template.path())
        try Data().write(to: URL(fileURLWithPath: list))
        let output = try FileHandle(forWritingTo: URL(fileURLWithPath: list))
        for flip in flips {
            let bit = bit(of: flip, in: good.count * 8)
            try output.write(contentsOf: Data("\(flip) bit \(bit)".utf8))
            let end = try load(good, flipping: bit)
            try output.write(contentsOf: Data(": \(end)\n".utf8))
        }
        let registry = RuleRegistry()
        try PluginHost().load(path: try BuiltPlugin.template.path(), into: registry)
        let codes = try failures(of: RuleExpression("template.even"), in: registry, [2, 3])
        guard codes == [[], ["template.even.odd"]] else { exit(EXIT_FAILURE) }
    }

    /// "loaded", or the stage that failed.
    private func load(_ good: [UInt8], flipping bit: Int) throws -> String {
        var bytes = good
        bytes[bit / 8] ^= 1 << UInt8(bit % 8)
        let path = "\(directory)/flipped.so"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        chmod(path, 0o644)
        var policy = PluginPolicy.standard
        policy.probe = .required
        policy.probeTimeout = .seconds(2)
        do throws(PluginError) {
            try PluginHost(policy: policy).load(path: path, into: .init())
            return "loaded"
        } catch {
            return error.stage.rawValue
        }
    }

    /// The bit that is flipped: any of the file.
    private func bit(of flip: Int, in count: Int) -> Int {
        var random = SeededNumbers(seed: seed &* 1_000_003 &+ UInt64(flip))
        return Int(random.next() % UInt64(count))
    }
}
