// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// An asynchronous rule and one value that it is to check, copied out of a session.
package struct AsyncRequest: Sendable {
    /// The place of its record among those of the call.
    let record: Int
    let place: DeferredRule.Place
    let plan: ValidationPlan
    /// The value as a finding shows it.
    let shownValue: Value
    /// The value as the rule sees it.
    fileprivate let value: Value
    /// The values of the fields that the rule's arguments name.
    fileprivate let fields: [Value]
    fileprivate let isText: Bool

    var validator: CompiledValidator { plan.validators[place.validator] }
    var step: CompiledStep { validator.steps[place.step] }
    /// The effects of the rule's verdict.
    var policy: VerdictPolicy { step.policy(isText: isText) }

    /// The value of the request, by which other requests find it.
    var site: Site { Site(record: record, validator: place.validator, indexes: place.indexes) }

    struct Site: Hashable {
        let record: Int
        let validator: Int
        let indexes: [Int]
    }

    /// The same for requests that have the same verdict: the rule and its arguments as they are
    /// written, and the values.
    var identity: ExactKey {
        ExactKey(
            ([value] + fields).reduce("\(step.rule.expression)\n\(isText)") { text, value in
                "\(text)\n\(value.kind) \(value.json)"
            })
    }

    /// Runs the rule, which is undecided if it throws.
    func run() async -> AsyncVerdict {
        guard let check = step.rule.instance.checkAsync else {
            return AsyncVerdict(.undecided(.unsetVerdict))
        }
        let context = AsyncContext(
            arguments: step.rule.arguments, isText: isText, fields: fields)
        do {
            let verdict = try await check(value, context)
            return AsyncVerdict(verdict, context.explanation.detail.withLock { $0 })
        } catch {
            return AsyncVerdict(
                .undecided(.unavailable),
                FindingDetail(pointer: "", arguments: [], message: "\(error)"))
        }
    }
}

/// The verdict of an asynchronous rule, and what the rule adds to it.
struct AsyncVerdict: Sendable {
    let verdict: Verdict
    let detail: FindingDetail?

    init(_ verdict: Verdict, _ detail: FindingDetail? = nil) {
        self.verdict = verdict
        self.detail = detail
    }
}

extension BatchReport {
    /// The requests of the asynchronous rules for the only record of the batch, which was validated as
    /// a batch, not as a single record.
    ///
    /// - Parameters:
    ///   - record: The place of the record among those of the call.
    ///   - isText: `true` if the record comes from text.
    /// - Returns: The requests in the order of the report.
    package func requests(record: Int, isText: Bool) -> [AsyncRequest] {
        let reader = FindingReader(session: session, locates: false)
        return (0..<count).filter { isDeferred(at: $0) }.map { index in
            reader.request(for: findings[index], record: record, isText: isText)
        }
    }
}

extension FindingReader {
    fileprivate func request(for finding: Finding, record: Int, isText: Bool) -> AsyncRequest {
        let validator = session.plan.validators[Int(finding.validator)]
        let step = validator.steps[Int(finding.step)]
        let row = row(of: finding)
        return AsyncRequest(
            record: record, place: place(of: finding), plan: session.plan,
            shownValue: shownValue(of: finding), value: value(of: validator.column, row: row),
            fields: step.dependencyColumns.map { value(of: $0, row: row) }, isText: isText)
    }

    /// Returns a value as the rules see it, after conversions by earlier rules.
    private func value(of column: Int, row: Int) -> Value {
        session.ownedValue(of: column, row: row)
    }
}
