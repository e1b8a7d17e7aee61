// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import AssayForms

/// Thousands of random histories of a form; set `ASSAY_FORM_SEED` to play one of them again.
@Suite struct FormMachinePropertyTests {
    private static let portion: UInt64 = 500
    private static let steps = 30

    @Test(arguments: Histories.seeds(10))
    func noHistoryShowsAStaleAnswerALostErrorOrAWrongState(portion: UInt64) {
        for seed in portion * Self.portion..<(portion + 1) * Self.portion {
            let holds = Self.holds(seed: seed)
            #expect(holds, "seed \(seed)")
            guard holds else { return }
        }
    }

    @Test(
        .enabled(
            if: ProcessInfo.processInfo.environment["ASSAY_FORM_SEED"] != nil,
            "only with ASSAY_FORM_SEED"))
    func theHistoryOfTheGivenSeedHolds() throws {
        let text = ProcessInfo.processInfo.environment["ASSAY_FORM_SEED"] ?? ""
        #expect(Self.holds(seed: try #require(UInt64(text))))
    }

    private static func holds(seed: UInt64) -> Bool {
        var world = FormWorld(seed: seed)
        var history: [String] = []
        for _ in 0..<steps {
            history.append(world.step())
            if let difference = world.difference() {
                record(difference, seed, history)
                return false
            }
        }
        world.finish()
        if let difference = world.difference() ?? world.differenceAtTheEnd() {
            record(difference, seed, history + ["the end"])
            return false
        }
        return true
    }

    private static func record(_ difference: String, _ seed: UInt64, _ history: [String]) {
        Issue.record("seed \(seed): \(difference)\nafter \(history.joined(separator: "; "))")
    }
}
