// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import AssayForms

/// Ten thousand random histories of a form; set `ASSAY_FORM_SEED` to play one of them again.
@Suite struct FormMachinePropertyTests {
    private static let portions = 20
    private static let histories = 10_000
    private static let steps = 30

    @Test(arguments: 0..<portions)
    func noHistoryShowsAStaleAnswerALostErrorOrAWrongState(portion: Int) {
        let count = Self.histories / Self.portions
        for seed in portion * count..<(portion + 1) * count {
            let holds = Self.holds(seed: UInt64(seed))
            #expect(holds, "seed \(seed)")
            guard holds else { return }
        }
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["ASSAY_FORM_SEED"] != nil))
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
