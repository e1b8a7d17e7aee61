// SPDX-License-Identifier: Apache-2.0

/// The states of a form's fields and of its submission, as a value: what happens goes in, what is
/// to be done comes out.
///
/// It knows no values, tasks or clocks. Fields are numbers. Whoever drives it asks the synchronous
/// rules for it (`Judge`), carries out the effects, and comes back with the ends of pauses, the
/// answers and the outcome of a submission, at any time, in any order, even if they were cancelled:
/// what is void is recognised by its ticket.
struct FormMachine: Sendable {
    /// The synchronous rules about the current value of a field.
    typealias Judge = (_ field: Int) -> FieldJudgement

    enum Effect: Equatable, Sendable {
        /// Come back with `pauseEnded` behind the field's pause.
        case startPause(Int, ticket: UInt64)
        case cancelPause(Int)
        /// Ask the asynchronous rules about the current value and come back with `answer`.
        case ask(Int, ticket: UInt64)
        case cancelQuestion(Int)
        /// Every field passed: submit the current values and come back with `endSubmission`.
        case send(ticket: UInt64)
        /// The form is not valid; the submission is over.
        case refuseSubmission
        /// The submission is over, whatever becomes of what was sent.
        case abandonSubmission
    }

    enum Submission: Equatable, Sendable {
        case none
        /// Waits for the judgement of all fields.
        case judging
        /// The values are on their way.
        case sending
    }

    var fields: [FieldStatus]
    /// The fields whose rules look at the value of a field, by field.
    var dependents: [[Int]]
    private(set) var focus: Int?
    var submission = Submission.none
    /// The number of the submission that is on its way, or of the last one; older ones are void.
    var submissionTicket: UInt64 = 0
    /// The fields as they were when the submission began; nil where something else has happened
    /// to a field since.
    var before: [FieldStatus?] = []
    /// For each field its `edits` when the values were sent.
    var sentEdits: [UInt64] = []
    /// What is to be done, in order; whoever drives the machine takes it.
    var effects: [Effect] = []
    /// The fields that may look different now.
    var changes: [Int] = []
    private(set) var pendingCount = 0
    private(set) var dirtyCount = 0

    /// - Parameters:
    ///   - fields: All with their initial values.
    ///   - dependents: For each field the others whose rules look at it.
    init(fields: [FieldStatus], dependents: [[Int]]) {
        self.fields = fields
        self.dependents = dependents
    }

    // MARK: - Stages

    /// Lets a field enter a stage; what it waited for is void.
    mutating func enter(_ stage: FieldStage, _ field: Int) {
        let old = fields[field].stage
        if old.isPending {
            fields[field].ticket &+= 1
            pendingCount -= 1
            effects.append(old == .pausing ? .cancelPause(field) : .cancelQuestion(field))
        }
        if stage.isPending {
            fields[field].ticket &+= 1
            pendingCount += 1
            let ticket = fields[field].ticket
            effects.append(
                stage == .pausing
                    ? .startPause(field, ticket: ticket) : .ask(field, ticket: ticket))
        }
        fields[field].stage = stage
        fields[field].findings = .none
        noteChange(of: field)
    }

    /// Lets a field wait no longer, as what it waited for has come.
    mutating func arrive(_ field: Int) {
        pendingCount -= 1
        fields[field].stage = .editing
    }

    /// Somebody used the field.
    mutating func touch(_ field: Int) {
        fields[field].isTouched = true
        noteChange(of: field)
        if submission != .none { before[field] = nil }
    }

    mutating func setInitial(_ isInitial: Bool, _ field: Int) {
        guard fields[field].isInitial != isInitial else { return }
        fields[field].isInitial = isInitial
        noteChange(of: field)
        dirtyCount += isInitial ? -1 : 1
    }

    /// A field may look different now; what happens to one happens in a row.
    mutating func noteChange(of field: Int) {
        if changes.last != field { changes.append(field) }
    }

    // MARK: - Focus

    /// The focus moved to a field or, with nil, to none.
    mutating func focus(_ field: Int?, judge: Judge) {
        guard field != focus else { return }
        let left = focus
        focus = field
        guard let left else { return }
        touch(left)
        if fields[left].triggers.contains(.onEditingChanged) {
            switch fields[left].stage {
            case .unchanged, .editing, .pausing: self.judge(left, by: judge)
            case .asking, .judged: break
            }
        }
        settleSubmission()
    }
}
