// SPDX-License-Identifier: Apache-2.0
import Assay
import CoreMetrics
import NIOCore
import Synchronization

/// A finding that one of two versions of a rule set has.
struct ShadowDifference: Sendable, Hashable {
    enum Side: String, Sendable {
        case current, shadow
    }

    let code: String
    let pointer: String
    let side: Side

    /// Returns the findings that only one of two reports of one record has.
    static func all(between current: ValidationReport, and shadow: ValidationReport) -> [Self] {
        all(between: findings(of: current), and: findings(of: shadow))
    }

    /// Returns the findings that are in only one of two sets: first those of `left`, then those of
    /// `right`, each in order.
    static func all(between left: Set<Finding>, and right: Set<Finding>) -> [Self] {
        left.subtracting(right).map {
            Self(code: $0.code, pointer: $0.pointer, side: .current)
        }
        .sorted()
            + right.subtracting(left).map {
                Self(code: $0.code, pointer: $0.pointer, side: .shadow)
            }.sorted()
    }

    /// The parts of a finding that are compared.
    struct Finding: Hashable {
        let code: String
        let pointer: String
    }

    static func findings(of report: ValidationReport) -> Set<Finding> {
        Set(
            report.violations.map { Finding(code: $0.code, pointer: $0.pointer) }
                + (report.faults + report.pending).map {
                    Finding(code: $0.code, pointer: $0.pointer)
                })
    }
}

extension ShadowDifference: Comparable {
    static func < (left: Self, right: Self) -> Bool {
        (left.pointer, left.code) < (right.pointer, right.code)
    }
}

/// Runs second versions of rule sets on a share of the records, after these were answered.
///
/// Nothing of it is answered. Records wait in a queue of bounded length; those that find it full are
/// skipped and counted.
final class ShadowMode: Sendable {
    private static let mostWaiting = 256
    private static let mostSamples = 100
    private static let mostCodes = 500

    private struct State {
        var waiting = 0
        var seen = 0
        var records = 0
        var differing = 0
        var samples: [Value] = []
        var codes: Set<String> = []

        /// Differences by code and side; codes beyond the most are `other`.
        mutating func counted(_ differing: [[ShadowDifference]]) -> [CountedCode: Int] {
            var counts: [CountedCode: Int] = [:]
            for difference in differing.joined() {
                let isKnown = codes.contains(difference.code)
                let isCounted = isKnown || codes.count < ShadowMode.mostCodes
                if isCounted { codes.insert(difference.code) }
                let code = CountedCode(
                    code: isCounted ? difference.code : "other", side: difference.side)
                counts[code, default: 0] += 1
            }
            return counts
        }
    }

    private struct CountedCode: Hashable {
        let code: String
        let side: ShadowDifference.Side
    }

    private let share: Double
    private let ruleSets: ServedRuleSets
    private let metrics: ServerMetrics
    private let limits: JSONLimits
    private let state = Mutex(State())

    init(share: Double, ruleSets: ServedRuleSets, metrics: ServerMetrics, limits: JSONLimits) {
        self.share = share
        self.ruleSets = ruleSets
        self.metrics = metrics
        self.limits = limits
    }

    /// Compares the report of a record with that of the second version, later.
    func see(
        _ body: ByteBuffer, of name: String, by version: RuleSetVersion, _ report: ValidationReport
    ) {
        compare(report, of: name, by: version) { [limits] shadow in
            await shadow.validate(
                json: body.readableBytesView, limits: limits, within: AsyncLimits(),
                partial: report.isPartial)
        }
    }

    /// Compares the report of a form with that of the second version, later.
    func see(
        _ form: ValidationRecord, of name: String, by version: RuleSetVersion,
        _ report: ValidationReport
    ) {
        compare(report, of: name, by: version) {
            await $0.validate(form, within: AsyncLimits(), partial: report.isPartial)
        }
    }

    private func compare(
        _ report: ValidationReport, of name: String, by version: RuleSetVersion,
        _ validate: @escaping @Sendable (ValidatorsManager) async -> ValidationReport
    ) {
        guard let shadow = ruleSets.shadow(of: name), takesPart() else { return }
        let isWaiting = state.withLock { state in
            guard state.waiting < Self.mostWaiting else { return false }
            state.waiting += 1
            return true
        }
        guard isWaiting else { return metrics.shadowSkipped.increment() }
        Task { [self] in
            let second = await validate(shadow.validators)
            state.withLock { $0.waiting -= 1 }
            let differences = ShadowDifference.all(between: report, and: second)
            note(
                1, differences.isEmpty ? [] : [differences], of: name, version, shadow)
        }
    }

    /// The second version for a stream, if the stream takes part: all of its records do then.
    ///
    /// - Parameters:
    ///   - name: The name of the rule set.
    ///   - version: The version that answers.
    ///   - partial: `true` if the records have a part of the fields.
    /// - Returns: The second version, which reads the stream too, or `nil` if it takes no part.
    func stream(
        of name: String, by version: RuleSetVersion, partial: Bool
    ) -> ShadowStream? {
        guard let shadow = ruleSets.shadow(of: name), takesPart() else { return nil }
        return ShadowStream(shadow, partial: partial) { [self] records, differences in
            note(records, differences, of: name, version, shadow)
        } skipped: { [metrics] in
            metrics.shadowSkipped.increment()
        }
    }

    /// Every `1 / share`th record does, evenly.
    private func takesPart() -> Bool {
        state.withLock { state in
            state.seen += 1
            return (Double(state.seen) * share).rounded(.down)
                > (Double(state.seen - 1) * share).rounded(.down)
        }
    }

    private func note(
        _ records: Int, _ differing: [[ShadowDifference]], of name: String,
        _ version: RuleSetVersion, _ shadow: RuleSetVersion
    ) {
        metrics.shadowRecords.increment(by: records)
        let counted = state.withLock { state in
            state.records += records
            state.differing += differing.count
            for differences in differing.suffix(Self.mostSamples) {
                state.samples.append(Self.sample(differences, of: name, version, shadow))
            }
            if state.samples.count > Self.mostSamples {
                state.samples.removeFirst(state.samples.count - Self.mostSamples)
            }
            return state.counted(differing)
        }
        for (difference, count) in counted {
            metrics.countDifference(
                ruleSet: name, code: difference.code, side: difference.side, by: count)
        }
    }

    /// A sample of differences without values: pointers and codes say where the versions differ.
    private static func sample(
        _ differences: [ShadowDifference], of name: String, _ version: RuleSetVersion,
        _ shadow: RuleSetVersion
    ) -> Value {
        [
            "ruleSet": .string(name), "current": .string(version.fingerprint),
            "shadow": .string(shadow.fingerprint),
            "differences": .array(
                differences.prefix(20).map { difference in
                    [
                        "code": .string(difference.code), "pointer": .string(difference.pointer),
                        "onlyIn": .string(difference.side.rawValue),
                    ]
                }),
        ]
    }

    /// The numbers and the last differences.
    var summary: Value {
        state.withLock { state in
            [
                "share": .number(share), "records": .integer(Int64(state.records)),
                "differing": .integer(Int64(state.differing)),
                "waiting": .integer(Int64(state.waiting)), "samples": .array(state.samples),
            ]
        }
    }
}
