// SPDX-License-Identifier: Apache-2.0
import Assay
import Foundation
import TestRandomness
import Testing

/// Inputs of every kind of damage, from bytes to reports; `Tests/Fuzz/FuzzValidation.swift` looks for more.
@Suite struct CheckedInputTests {
    private static let seeds: [(name: String, bytes: [UInt8])] = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Fuzz/Seeds/FuzzValidation")
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.sorted().compactMap { name in
            (try? Data(contentsOf: folder.appending(path: name))).map { (name, [UInt8]($0)) }
        }
    }()

    private func problem(of bytes: [UInt8]) -> String? {
        bytes.withUnsafeBufferPointer { CheckedInput($0)?.problem }
    }

    @Test func seedsHoldWhateverTheChunksAndThreads() {
        #expect(Self.seeds.count > 20)
        for seed in Self.seeds {
            #expect(problem(of: seed.bytes) == nil, "seed \(seed.name)")
        }
    }

    @Test(arguments: 0..<4) func damagedSeedsHoldToo(part: UInt64) {
        var numbers = SeededNumbers(seed: part)
        for round in 0..<250 {
            let bytes = damaged(&numbers)
            #expect(problem(of: bytes) == nil, "part \(part), round \(round): \(bytes)")
        }
    }

    /// A seed that is read otherwise, with pieces left out, repeated or replaced.
    private func damaged(_ numbers: inout SeededNumbers) -> [UInt8] {
        var bytes = Self.seeds.randomElement(using: &numbers)?.bytes ?? []
        for index in 0..<min(4, bytes.count) where Bool.random(using: &numbers) {
            bytes[index] = .random(in: 0...255, using: &numbers)
        }
        for _ in 0..<Int.random(in: 0...4, using: &numbers) where bytes.count > 4 {
            let start = Int.random(in: 4...bytes.count, using: &numbers)
            let end = min(bytes.count, start + Int.random(in: 0...12, using: &numbers))
            let piece = Array(bytes[start..<end])
            let other = ["", "\"", "]},{\n", ",", "\u{E9}"].randomElement(using: &numbers) ?? ""
            let pieces: [[UInt8]] = [
                piece + piece, piece.reversed(), [0xC3], Array(other.utf8),
            ]
            bytes.replaceSubrange(start..<end, with: pieces.randomElement(using: &numbers) ?? [])
        }
        return bytes
    }

    /// No built-in rule is left out by the fuzzer that checks these rule sets.
    @Test func everyRuleIsChecked() {
        let rules = CheckedRules.everyRule.ruleSet.fields.flatMap(\.validator.rules)
        #expect(rules.count == RuleRegistry.standard().allDefinitions.count)
    }
}
