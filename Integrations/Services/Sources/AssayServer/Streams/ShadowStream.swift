// SPDX-License-Identifier: Apache-2.0
import Assay
import NIOCore
import Synchronization

/// A second version of a rule set that reads a stream beside the one that answers.
///
/// It has a thread and a queue of its own. The client never waits for it: where it cannot keep up, it gives
/// up, and the rest of the stream is skipped.
final class ShadowStream: Sendable {
    /// Pieces that wait; each is as long as what a connection has brought at once.
    private static let mostWaiting = 256
    /// Records with findings of one version that wait for the other one.
    private static let mostPending = 100_000

    private struct Side {
        /// Records that were validated.
        var records = 0
        /// Findings of records that the other version has not validated.
        var findings: [Int: Set<ShadowDifference.Finding>] = [:]
    }

    private struct State {
        var current = Side()
        var shadow = Side()
        var compared = 0
        var hasGivenUp = false

        /// Returns the number of records that both versions have validated since the last call, and
        /// the differences in each of those records that has any.
        mutating func compare() -> (records: Int, differences: [[ShadowDifference]]) {
            let end = min(current.records, shadow.records)
            defer { compared = max(compared, end) }
            guard end > compared else { return (0, []) }
            let numbers = Set(current.findings.keys).union(shadow.findings.keys)
                .filter { $0 <= end }.sorted()
            let differences = numbers.map { number in
                ShadowDifference.all(
                    between: current.findings.removeValue(forKey: number) ?? [],
                    and: shadow.findings.removeValue(forKey: number) ?? [])
            }
            return (end - compared, differences.filter { !$0.isEmpty })
        }
    }

    private let input = PieceQueue()
    private let version: RuleSetVersion
    /// `true` if the records have a part of the fields.
    private let isPartial: Bool
    private let state = Mutex(State())
    /// Takes the numbers of records and the differences of those that differ.
    private let report: @Sendable (Int, [[ShadowDifference]]) -> Void
    private let skipped: @Sendable () -> Void

    init(
        _ version: RuleSetVersion, partial: Bool,
        report: @escaping @Sendable (Int, [[ShadowDifference]]) -> Void,
        skipped: @escaping @Sendable () -> Void
    ) {
        self.version = version
        isPartial = partial
        self.report = report
        self.skipped = skipped
    }

    /// Takes a piece of the body, and never waits.
    func take(_ piece: ByteBuffer) {
        if !input.offer(piece, most: Self.mostWaiting) { giveUp() }
    }

    /// The body has ended; what has come is compared.
    func end() { input.end() }

    /// The records of the version that answers.
    ///
    /// - Parameters:
    ///   - reports: The reports with findings, by the numbers of their records.
    ///   - records: The number of all records since the last call.
    func note(_ reports: [(record: Int, report: ValidationReport)], records: Int) {
        note(reports, records: records, of: \.current)
    }

    /// Validates to the end of the input, on this thread.
    func run(options: ReaderOptions) {
        let source = ByteSource(name: "body") { [input] buffer in input.take(into: buffer) }
        do throws(InputError) {
            let validator = StreamValidator(
                version.validators, options: options, partial: isPartial)
            try validator.run(source) { chunk in
                chunk.numberedReports
            } emit: { reports, counts in
                self.note(reports, records: counts.records, of: \.shadow)
                return !self.state.withLock { $0.hasGivenUp }
            }
        } catch {
            // Its header or its bytes are not those that the version reads: no record is compared.
            giveUp()
        }
        input.abandon()
    }

    private func note(
        _ reports: [(record: Int, report: ValidationReport)], records: Int,
        of side: any WritableKeyPath<State, Side> & Sendable
    ) {
        let (compared, isTooMuch) = state.withLock { state in
            guard !state.hasGivenUp else { return ((0, [[ShadowDifference]]()), false) }
            for (record, report) in reports {
                state[keyPath: side].findings[record, default: []].formUnion(
                    ShadowDifference.findings(of: report))
            }
            state[keyPath: side].records += records
            let compared = state.compare()
            return (compared, state[keyPath: side].findings.count > Self.mostPending)
        }
        if compared.0 > 0 { report(compared.0, compared.1) }
        if isTooMuch { giveUp() }
    }

    private func giveUp() {
        let isFirst = state.withLock { state in
            defer { state = State(hasGivenUp: true) }
            return !state.hasGivenUp
        }
        guard isFirst else { return }
        input.abandon()
        skipped()
    }
}

extension ChunkReport {
    /// The reports with findings, by the numbers of their records.
    var numberedReports: [(record: Int, report: ValidationReport)] {
        guard counts.violations + counts.warnings + counts.faults > 0 else { return [] }
        return reports.compactMap { report in
            let source = report.violations.first?.source ?? report.faults.first?.source
            return source.map { ($0.record, report) }
        }
    }
}
