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

    /// What two reports of one record do not have in common, in their orders.
    static func all(between current: ValidationReport, and shadow: ValidationReport) -> [Self] {
        let (left, right) = (findings(of: current), findings(of: shadow))
        return left.subtracting(right).map {
            Self(code: $0.code, pointer: $0.pointer, side: .current)
        }
        .sorted()
            + right.subtracting(left).map {
                Self(code: $0.code, pointer: $0.pointer, side: .shadow)
            }.sorted()
    }

    private struct Finding: Hashable {
        let code: String
        let pointer: String
    }

    private static func findings(of report: ValidationReport) -> Set<Finding> {
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
        guard let shadow = ruleSets.shadow(of: name), takesPart() else { return }
        let isWaiting = state.withLock { state in
            guard state.waiting < Self.mostWaiting else { return false }
            state.waiting += 1
            return true
        }
        guard isWaiting else { return metrics.shadowSkipped.increment() }
        Task { [self] in
            let second = await shadow.validators.validate(
                json: body.readableBytesView, limits: limits, within: AsyncLimits())
            note(
                ShadowDifference.all(between: report, and: second), of: name, version, shadow)
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
        _ differences: [ShadowDifference], of name: String, _ version: RuleSetVersion,
        _ shadow: RuleSetVersion
    ) {
        metrics.shadowRecords.increment()
        let codes = state.withLock { state in
            state.waiting -= 1
            state.records += 1
            guard !differences.isEmpty else { return [String]() }
            state.differing += 1
            state.samples.append(Self.sample(differences, of: name, version, shadow))
            if state.samples.count > Self.mostSamples { state.samples.removeFirst() }
            return differences.map { difference in
                let isKnown = state.codes.contains(difference.code)
                guard isKnown || state.codes.count < Self.mostCodes else { return "other" }
                state.codes.insert(difference.code)
                return difference.code
            }
        }
        for (difference, code) in zip(differences, codes) {
            metrics.countDifference(ruleSet: name, code: code, side: difference.side)
        }
    }

    /// Without values: pointers and codes say where the versions differ.
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
