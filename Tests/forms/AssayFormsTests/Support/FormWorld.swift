// SPDX-License-Identifier: Apache-2.0
@testable import AssayForms
import TestRandomness

/// A machine and the simple form side by side, with all that surrounds them: the time, the pauses
/// and questions on their way, the submission that was sent.
///
/// What was cancelled is not forgotten: it may come nevertheless, as it can in life.
struct FormWorld {
    struct Waiting {
        let field: Int
        let ticket: UInt64
        let due: Int
        /// For a question its number and the answer; nil for a pause.
        var question: (number: Int, answer: FieldFindings)?
    }

    private(set) var machine: FormMachine
    private(set) var simple = SimpleForm()
    private(set) var waiting: [Waiting] = []
    private var cancelled: [Waiting] = []
    /// The tickets of submissions that were sent, the last one last.
    private var sent: [UInt64] = []
    private var rejected = 0
    private var requests = SimpleRules.fields.map { _ in 0 }
    /// The fields as those saw them who look only at what the machine says has changed.
    private var told: [FieldStatus] = []
    var random: SeededNumbers

    init(seed: UInt64) {
        random = SeededNumbers(seed: seed)
        let fields = SimpleRules.fields.map { habits in
            FieldStatus(triggers: habits.triggers, isDebounced: habits.pause > 0)
        }
        machine = FormMachine(fields: fields, dependents: SimpleRules.readers)
        told = fields
    }

    /// Something happens; says what.
    mutating func step() -> String {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<34: edit()
        case 34..<46: move()
        case 46..<66: advance(by: Int.random(in: 1...12, using: &random))
        case 66..<72: comeLate()
        case 72..<80: submit()
        case 80..<83: cancel()
        case 83..<91: end()
        case 91..<94: validate()
        case 94..<97: applyServerErrors()
        default: reset()
        }
    }

    /// Lets everything come that is on its way.
    mutating func finish() {
        while !waiting.isEmpty { _ = advance(by: 50) }
        if machine.submission == .sending { _ = succeed() }
    }

    private var anyField: Int {
        mutating get { Int.random(in: 0..<SimpleRules.rest, using: &random) }
    }

    private mutating func edit() -> String {
        let field = anyField
        let value = Int.random(in: 0...9, using: &random)
        guard value != simple.values[field] else { return "same value" }
        simple.edit(field, value)
        let values = simple.values
        machine.edit(field, isInitial: value == simple.fields[field].initial) {
            SimpleRules.result(of: $0, values)
        }
        carryOut()
        return "edit \(field) to \(value)"
    }

    private mutating func move() -> String {
        let field = random.chance(30) ? nil : anyField
        simple.move(focusTo: field)
        let values = simple.values
        machine.focus(field) { SimpleRules.result(of: $0, values) }
        carryOut()
        return "focus \(field.map(String.init) ?? "none")"
    }

    private mutating func validate() -> String {
        let chosen = SimpleRules.fields.indices.filter { _ in random.chance(40) }
        simple.validate(chosen)
        let values = simple.values
        machine.validate(chosen) { SimpleRules.result(of: $0, values) }
        carryOut()
        return "validate \(chosen)"
    }

    private mutating func applyServerErrors() -> String {
        let field = Int.random(in: 0...SimpleRules.rest, using: &random)
        let error = serverError(field)
        simple.fields[field].server = [error]
        machine.setServerErrors([error], of: field)
        carryOut()
        return "server error at \(field)"
    }

    private func serverError(_ field: Int) -> Violation {
        SimpleRules.error("server \(field)=\(simple.values[field])")
    }

    private mutating func reset() -> String {
        let initial = SimpleRules.fields.indices.map { field in
            field == SimpleRules.rest ? 0 : Int.random(in: 0...2, using: &random)
        }
        simple.reset(to: initial)
        machine.reset()
        carryOut()
        return "reset to \(initial)"
    }

    // MARK: - Submitting

    private mutating func submit() -> String {
        simple.submit()
        let values = simple.values
        machine.submit { SimpleRules.result(of: $0, values) }
        carryOut()
        return "submit"
    }

    private mutating func cancel() -> String {
        simple.cancel()
        machine.cancelSubmission(ticket: machine.submissionTicket)
        carryOut()
        return "cancel submission"
    }

    /// What was sent last has an outcome, or something that was sent before and is void.
    private mutating func end() -> String {
        if random.chance(20), sent.count > 1 {
            machine.endSubmission(
                ticket: sent[sent.count - 2], outcome: .failed([(0, [serverError(0)])]))
            machine.cancelSubmission(ticket: sent[sent.count - 2])
            carryOut()
            return "old outcome"
        }
        guard let ticket = sent.last, machine.submission == .sending else { return "no outcome" }
        if random.chance(30) { return succeed() }
        if random.chance(30) {
            simple.fail(nil)
            machine.endSubmission(ticket: ticket, outcome: .failed(nil))
            carryOut()
            return "failure"
        }
        var errors: [Int: Violation] = [:]
        for field in SimpleRules.fields.indices where random.chance(30) {
            errors[field] = serverError(field)
        }
        simple.fail(errors)
        machine.endSubmission(
            ticket: ticket,
            outcome: .failed(errors.map { (field: $0.key, errors: [$0.value]) }))
        carryOut()
        return "failure with errors at \(errors.keys.sorted())"
    }

    private mutating func succeed() -> String {
        guard let ticket = sent.last else { return "no outcome" }
        simple.succeed()
        let isInitial = simple.fields.indices.map { simple.values[$0] == simple.fields[$0].initial }
        machine.endSubmission(ticket: ticket, outcome: .succeeded(isInitial: isInitial))
        carryOut()
        return "success"
    }

    // MARK: - Time

    private mutating func advance(by duration: Int) -> String {
        let end = simple.now + duration
        while let next = waiting.indices.min(by: { waiting[$0].due < waiting[$1].due }),
            waiting[next].due <= end
        {
            let arrived = waiting.remove(at: next)
            simple.now = arrived.due
            deliver(arrived, isWanted: true)
        }
        simple.now = end
        return "time \(end)"
    }

    /// Something comes although it was cancelled.
    private mutating func comeLate() -> String {
        guard !cancelled.isEmpty else { return "nothing late" }
        let late = cancelled.remove(at: Int.random(in: cancelled.indices, using: &random))
        deliver(late, isWanted: false)
        return "late \(late.question == nil ? "pause" : "answer") of \(late.field)"
    }

    private mutating func deliver(_ arrived: Waiting, isWanted: Bool) {
        let (field, ticket) = (arrived.field, arrived.ticket)
        if let question = arrived.question {
            simple.answer(field, number: question.number, question.answer)
            machine.receive(field: field, ticket: ticket, answer: question.answer)
        } else {
            if isWanted { simple.debounceEnded(field) }
            let values = simple.values
            machine.debounceEnded(field, ticket: ticket) { SimpleRules.result(of: $0, values) }
        }
        carryOut()
    }

    private mutating func carryOut() {
        for effect in machine.effects {
            switch effect {
            case .startDebounce(let field, let ticket):
                let due = simple.now + SimpleRules.fields[field].pause
                waiting.append(Waiting(field: field, ticket: ticket, due: due))
            case .request(let field, let ticket):
                requests[field] += 1
                let answer = SimpleRules.answer(of: field, simple.values)
                waiting.append(
                    Waiting(
                        field: field, ticket: ticket,
                        due: simple.now + Int.random(in: 0...30, using: &random),
                        question: (requests[field], answer)))
            case .cancelDebounce(let field): cancel(field) { $0.question == nil }
            case .cancelRequest(let field): cancel(field) { $0.question != nil }
            case .send(let ticket): sent.append(ticket)
            case .rejectSubmission: rejected += 1
            case .abandonSubmission: break
            }
        }
        for field in machine.changes { told[field] = machine.fields[field] }
        machine.effects = []
        machine.changes = []
    }

    private mutating func cancel(_ field: Int, _ isMeant: (Waiting) -> Bool) {
        cancelled += waiting.filter { $0.field == field && isMeant($0) }
        waiting.removeAll { $0.field == field && isMeant($0) }
    }

    // MARK: - What must hold

    /// What is wrong, or nil.
    func difference() -> String? {
        for field in machine.fields.indices {
            let (shown, expected) = (machine.fields[field].validation, simple.shows(field))
            if shown != expected { return "field \(field) shows \(shown), not \(expected)" }
            if machine.fields[field].isTouched != simple.fields[field].isTouched {
                return "field \(field): isTouched is \(machine.fields[field].isTouched)"
            }
            if requests[field] != simple.fields[field].requests {
                return "field \(field): \(requests[field]) requests, "
                    + "not \(simple.fields[field].requests)"
            }
            if told[field].validation != shown
                || told[field].isTouched != machine.fields[field].isTouched
                || told[field].isInitial != machine.fields[field].isInitial
            {
                return "field \(field): a change is not told"
            }
            if machine.fields[field].stage == .unchanged, !machine.fields[field].isInitial {
                return "field \(field) has changed and is unchanged"
            }
            let count = waiting.count { $0.field == field }
            if count != (machine.fields[field].stage.isPending ? 1 : 0) {
                return "field \(field): \(count) wait in stage \(machine.fields[field].stage)"
            }
            if let stale = staleMessage(field, shown) { return "field \(field) shows '\(stale)'" }
        }
        let dirty = simple.fields.indices.count { simple.values[$0] != simple.fields[$0].initial }
        if machine.dirtyCount != dirty { return "\(machine.dirtyCount) dirty, not \(dirty)" }
        if (sent.count, rejected) != (simple.sentCount, simple.rejectedCount) {
            return "\(sent.count) sent and \(rejected) rejected, "
                + "not \(simple.sentCount) and \(simple.rejectedCount)"
        }
        return submissionDifference()
    }

    private func submissionDifference() -> String? {
        let expected: FormMachine.Submission =
            switch simple.submission {
            case .none: .none
            case .some(let submission): submission.isSending ? .sending : .checking
            }
        return machine.submission == expected
            ? nil : "the submission is \(machine.submission), not \(expected)"
    }

    /// A message about values that the form does not have any more.
    private func staleMessage(_ field: Int, _ shown: ValidationState) -> String? {
        let texts = shown.violations.map(\.template) + shown.faults.map(\.rule)
        guard !texts.isEmpty else { return nil }
        let inputs = SimpleRules.inputs(of: field, simple.values)
        return texts.first { text in
            !text.hasSuffix(text.hasPrefix("server") ? "\(field)=\(simple.values[field])" : inputs)
        }
    }

    /// What is wrong when nothing is on its way any more, or nil.
    func differenceAtTheEnd() -> String? {
        for (field, status) in machine.fields.enumerated() {
            if status.stage.isPending { return "field \(field) waits for ever" }
            guard status.stage == .checked else { continue }
            let result = SimpleRules.result(of: field, simple.values)
            let isAnswered = result.isDeferred && result.findings.violations.isEmpty
            let expected =
                isAnswered ? SimpleRules.answer(of: field, simple.values) : result.findings
            if status.findings != expected { return "field \(field) has lost findings" }
        }
        return machine.submission == .none ? nil : "the submission never ends"
    }
}
