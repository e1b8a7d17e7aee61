// SPDX-License-Identifier: Apache-2.0
@testable import AssayForms

/// What a form is to do, told step by step with nothing but the facts: no tickets, no effects.
///
/// It knows the time, and counts what it asks; whoever plays with it says when answers come.
struct SimpleForm: Equatable {
    enum Stage: Equatable {
        case unchanged, editing, checked
        case debouncing(until: Int)
        case requesting(number: Int)
    }

    struct Field: Equatable {
        var initial = 0
        var isTouched = false
        var stage = Stage.unchanged
        var findings = FieldFindings.none
        /// What the answer was, while the values are those that it was about.
        var known: FieldFindings?
        var server: [Violation] = []
        var requests = 0
        var changes = 0
    }

    struct Submission: Equatable {
        var isSending = false
        /// The fields that nothing but the submission has touched, as they were.
        var saved: [Int: Field]
        var sentChanges: [Int] = []
        var sentValues: [Int] = []
    }

    var now = 0
    var values = SimpleRules.fields.map { _ in 0 }
    var fields = SimpleRules.fields.map { _ in Field() }
    var focus: Int?
    var submission: Submission?
    var sentCount = 0
    var rejectedCount = 0
    /// The last submission failed.
    var hasFailed = false

    func shows(_ field: Int) -> ValidationState {
        let it = fields[field]
        if it.stage == .checked, !it.findings.violations.isEmpty {
            return .invalid(it.findings.violations + it.server)
        }
        if !it.server.isEmpty { return .invalid(it.server) }
        return switch it.stage {
        case .unchanged: .unchanged
        case .editing: .editing
        case .debouncing, .requesting: .validating
        case .checked where !it.findings.faults.isEmpty: .undecided(it.findings.faults)
        case .checked: it.findings.isPartial ? .editing : .valid
        }
    }

    private var isChecking: Bool { submission.map { !$0.isSending } ?? false }

    mutating func edit(_ field: Int, _ value: Int) {
        let wasInvalid = if case .invalid = shows(field) { true } else { false }
        values[field] = value
        fields[field].changes += 1
        fields[field].server = []
        fields[field].known = nil
        use(field)
        if isChecking {
            check(field)
        } else if value == fields[field].initial, !hasFailed {
            fields[field].stage = .unchanged
        } else if wasInvalid || value == fields[field].initial {
            checkSoftly(field)
        } else if !SimpleRules.fields[field].triggers.contains(.onChange) {
            fields[field].stage = .editing
        } else if SimpleRules.fields[field].pause > 0 {
            pause(field)
        } else {
            check(field)
        }
        for reader in SimpleRules.readers[field] { follow(reader) }
        decide()
    }

    private mutating func follow(_ field: Int) {
        fields[field].known = nil
        let before = submission?.saved[field]
        if before?.isTouched ?? fields[field].isTouched { use(field) }
        if isChecking {
            check(field)
        } else if fields[field].isTouched {
            if case .debouncing = fields[field].stage { return }
            checkSoftly(field)
        }
    }

    /// Something other than the submission changes the field.
    private mutating func use(_ field: Int) {
        fields[field].isTouched = true
        submission?.saved[field] = nil
    }

    private mutating func pause(_ field: Int) {
        fields[field].stage = .debouncing(until: now + SimpleRules.fields[field].pause)
    }

    private mutating func checkSoftly(_ field: Int) {
        let found = SimpleRules.findings(of: field, values)
        let habits = SimpleRules.fields[field]
        if found.violations.isEmpty, habits.isAsynchronous, habits.pause > 0 {
            pause(field)
        } else {
            check(field)
        }
    }

    private mutating func check(_ field: Int) {
        let found = SimpleRules.findings(of: field, values)
        if found.violations.isEmpty, SimpleRules.fields[field].isAsynchronous {
            guard let known = fields[field].known, known.faults.isEmpty else {
                fields[field].requests += 1
                fields[field].stage = .requesting(number: fields[field].requests)
                return
            }
            fields[field].findings = known
        } else {
            fields[field].findings = found
        }
        fields[field].stage = .checked
    }

    mutating func move(focusTo field: Int?) {
        guard field != focus else { return }
        let left = focus
        focus = field
        guard let left else { return }
        use(left)
        if SimpleRules.fields[left].triggers.contains(.onEditingChanged) {
            switch fields[left].stage {
            case .unchanged, .editing, .debouncing: check(left)
            case .requesting, .checked: break
            }
        }
        decide()
    }

    mutating func debounceEnded(_ field: Int) {
        check(field)
        decide()
    }

    /// The answer to the last question about a field, if it is still wanted.
    mutating func answer(_ field: Int, number: Int, _ answer: FieldFindings) {
        guard fields[field].stage == .requesting(number: number) else { return }
        fields[field].known = answer
        fields[field].findings = answer
        fields[field].stage = .checked
        decide()
    }

    mutating func validate(_ chosen: [Int]) {
        for field in chosen {
            use(field)
            demand(field)
        }
        decide()
    }

    private mutating func demand(_ field: Int) {
        if case .requesting = fields[field].stage { return }
        check(field)
    }

    mutating func reset(to initial: [Int]) {
        values = initial
        submission = nil
        hasFailed = false
        for field in fields.indices {
            let old = fields[field]
            fields[field] = Field(
                initial: initial[field], requests: old.requests, changes: old.changes + 1)
        }
    }

    // MARK: - Submitting

    mutating func submit() {
        guard submission == nil else { return }
        let saved = Dictionary(uniqueKeysWithValues: fields.enumerated().map { ($0, $1) })
        submission = Submission(saved: saved)
        for field in fields.indices {
            fields[field].isTouched = true
            demand(field)
        }
        decide()
    }

    private mutating func decide() {
        let isWaiting = fields.contains {
            switch $0.stage {
            case .debouncing, .requesting: true
            default: false
            }
        }
        guard isChecking, !isWaiting else { return }
        if fields.allSatisfy({ $0.stage == .checked && $0.findings.isPassing }) {
            submission?.isSending = true
            submission?.sentChanges = fields.map(\.changes)
            submission?.sentValues = values
            sentCount += 1
        } else {
            submission = nil
            hasFailed = true
            rejectedCount += 1
        }
    }

    mutating func cancel() {
        guard let submission else { return }
        self.submission = nil
        for (field, saved) in submission.saved {
            fields[field].isTouched = saved.isTouched
            if case .requesting = saved.stage { continue }
            fields[field].stage = saved.stage
            fields[field].findings = saved.findings
            if case .debouncing = saved.stage { pause(field) }
        }
    }

    mutating func succeed() {
        guard let submission, submission.isSending else { return }
        self.submission = nil
        hasFailed = false
        for field in fields.indices {
            fields[field].server = []
            fields[field].initial = submission.sentValues[field]
            if values[field] == fields[field].initial {
                fields[field].stage = .unchanged
            } else if fields[field].stage == .unchanged {
                fields[field].stage = .editing
            }
            if fields[field].changes == submission.sentChanges[field] {
                fields[field].isTouched = false
            }
        }
    }

    mutating func fail(_ errors: [Int: Violation]?) {
        guard let submission, submission.isSending else { return }
        self.submission = nil
        hasFailed = true
        guard let errors else { return }
        for field in fields.indices {
            let isCurrent = fields[field].changes == submission.sentChanges[field]
            fields[field].server = isCurrent ? errors[field].map { [$0] } ?? [] : []
        }
    }
}
