// SPDX-License-Identifier: Apache-2.0
import Assay
import Testing

@testable import ruleshell

/// What `ruleshell plugin bench` makes of samples.
@Suite struct BenchTests {
    @Test(
        arguments: [
            ([], 0, 0), ([4], 4, 0), ([3, 1, 2], 2, 0.25), ([1, 1, 1, 1, 9], 1, 0),
            ([1, 2, 3, 4], 2.5, 0.3),
        ] as [([Double], Double, Double)])
    func medianAndSpread(samples: [Double], median: Double, spread: Double) {
        let statistics = BenchStatistics(samples)
        #expect(statistics.median == median)
        #expect(statistics.spread == spread)
    }

    /// One subject, of which each round took `cost` times what the built-in rule took.
    private func report(
        speeds: [Double], cost: Double, digest: String = "a", expression: String = "acme.even"
    ) throws -> BenchReport {
        let subject: Value = [
            "rule": "acme.even", "expression": .string(expression), "values": 3,
            "digest": .string(digest),
        ]
        let samples = speeds.map { speed -> Value in
            [
                "subject": 0, "referenceBatch": .number(speed), "batch": .number(speed * cost),
                "referenceSingle": .number(speed * 4), "single": .number(speed * 4 * cost),
            ]
        }
        return try #require(
            BenchReport(
                [["subjects": [subject]]] + samples, of: ("acme", "1.0.0"), rounds: speeds.count))
    }

    /// A machine of half the speed, or one whose clock rate changes, has the same ratios.
    @Test func ratiosDoNotDependOnTheSpeedOfTheMachine() throws {
        let fast = try report(speeds: [1, 1, 1], cost: 1.5)
        let slow = try report(speeds: [2, 8, 4], cost: 1.5)
        #expect(fast.results.first?.batch.ratio == 1.5)
        #expect(slow.results.first?.batch.ratio == 1.5)
        #expect(slow.results.first?.batch.nanoseconds == 6)
        #expect(!BenchComparison(of: slow, with: fast).exceeds(1))
    }

    @Test(arguments: [(2.0, 1.9, true), (2.0, 2.1, false), (0.5, 1.0, false)])
    func factorAboveTheLimitExceedsIt(factor: Double, limit: Double, exceeds: Bool) throws {
        let comparison = BenchComparison(
            of: try report(speeds: [3], cost: 0.5 * factor),
            with: try report(speeds: [1], cost: 0.5))
        #expect(comparison.exceeds(limit) == exceeds)
    }

    @Test func whatCannotBeComparedExceedsAnyLimit() throws {
        let report = try report(speeds: [1], cost: 1)
        let otherValues = try self.report(speeds: [1], cost: 1, digest: "b")
        #expect(BenchComparison(of: report, with: otherValues).exceeds(1000))
        let other = try self.report(speeds: [1], cost: 1, expression: "acme.even(2)")
        let comparison = BenchComparison(of: report, with: other)
        #expect(comparison.missing == ["acme.even(2)"])
        #expect(comparison.exceeds(1000))
    }

    @Test func reportIsReadAsItWasWritten() throws {
        let report = try report(speeds: [2, 3], cost: 1.25)
        let read = try BenchReport(parsing: report.json, from: "base.json")
        #expect(read.json == report.json)
    }
}
