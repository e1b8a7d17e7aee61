// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// An asynchronous rule and one value that it is to be asked about, copied out of a session.
struct Question: Sendable {
    /// The place of its record among those of the call.
    let record: Int
    let place: DeferredRule.Place
    let plan: ValidationPlan
    let subject: FindingSubject
    fileprivate let value: Value
    /// The values of the fields that the rule's arguments name.
    fileprivate let fields: [Value]
    fileprivate let isText: Bool

    var validator: CompiledValidator { plan.validators[place.validator] }
    var step: CompiledStep { validator.steps[place.step] }

    /// The value that the question is about, by which other questions find it.
    var site: Site { Site(record: record, validator: place.validator, indexes: place.indexes) }

    struct Site: Hashable {
        let record: Int
        let validator: Int
        let indexes: [Int]
    }

    /// The same for questions that have the same answer: the rule and its arguments as they are
    /// written, and the values.
    var identity: ExactKey {
        ExactKey(
            ([value] + fields).reduce("\(step.rule.expression)\n\(isText)") { text, value in
                "\(text)\n\(value.kind) \(value.json)"
            })
    }

    /// Asks the rule; what it throws is an answer too.
    func ask() async -> Answer {
        guard let ask = step.rule.instance.ask else { return Answer(.undecided(.unsetVerdict)) }
        let context = AsyncContext(
            arguments: step.rule.arguments, isText: isText, fields: fields)
        do {
            let verdict = try await ask(value, context)
            return Answer(verdict, context.explanation.detail.withLock { $0 })
        } catch {
            return Answer(
                .undecided(.unavailable),
                FindingDetail(pointer: "", arguments: [], message: "\(error)"))
        }
    }
}

/// What an asynchronous rule said.
struct Answer: Sendable {
    let verdict: Verdict
    let detail: FindingDetail?

    init(_ verdict: Verdict, _ detail: FindingDetail? = nil) {
        self.verdict = verdict
        self.detail = detail
    }

    /// The verdict as it counts where a rule is used.
    func verdict(under policy: FaultPolicy) -> Verdict {
        guard verdict.isUndecided else { return verdict }
        return switch policy {
        case .pass: .pass
        case .fail: .fail(Verdict.undecidedCode)
        case .fault: verdict
        }
    }
}

extension BatchReport {
    /// What the asynchronous rules are to be asked about the only record of the batch.
    ///
    /// - Parameters:
    ///   - record: Its place among those of the call.
    ///   - isText: Whether it comes from text.
    /// - Returns: The questions in the order of the report.
    func questions(record: Int, isText: Bool) -> [Question] {
        let reader = FindingReader(session: session, locates: false)
        return (0..<count).filter { isDeferred(at: $0) }.map { index in
            reader.question(findings[index], record: record, isText: isText)
        }
    }
}

extension FindingReader {
    fileprivate func question(_ finding: Finding, record: Int, isText: Bool) -> Question {
        let validator = session.plan.validators[Int(finding.validator)]
        let step = validator.steps[Int(finding.step)]
        let row = row(of: finding)
        return Question(
            record: record, place: place(of: finding), plan: session.plan,
            subject: subject(of: finding), value: value(column: validator.column, row),
            fields: step.dependencyColumns.map { value(column: $0, row) }, isText: isText)
    }

    /// A value as the rules see it: what an earlier one converted is what it became.
    private func value(column: Int, _ row: Int) -> Value {
        session.ownedValue(of: column, row: row)
    }
}
