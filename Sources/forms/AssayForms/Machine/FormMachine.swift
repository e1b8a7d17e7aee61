// SPDX-License-Identifier: Apache-2.0

/// The states of a form's fields and of its submission, as a value: events go in, effects come out.
///
/// It has no values, tasks or clocks. Fields are numbers. Its driver runs the synchronous rules
/// (`Check`), carries out the effects, and reports the end of a debounce, the result of a request and
/// the outcome of a submission, at any time, in any order, even if they were cancelled: a ticket tells
/// which of them are void.
struct FormMachine: Sendable {
    /// The synchronous rules about the current value of a field.
    typealias Check = (_ field: Int) -> FieldResult

    enum Effect: Equatable, Sendable {
        /// Call `debounceEnded` after the field's debounce.
        case startDebounce(Int, ticket: UInt64)
        case cancelDebounce(Int)
        /// Run the asynchronous rules on the current value and call `receive`.
        case request(Int, ticket: UInt64)
        case cancelRequest(Int)
        /// Every field passed: submit the current values and call `endSubmission`.
        case send(ticket: UInt64)
        /// The form is not valid; the submission is over.
        case rejectSubmission
        /// The submission is over, whatever its outcome.
        case abandonSubmission
    }

    enum Submission: Equatable, Sendable {
        case none
        /// Waits for the check of all fields.
        case checking
        /// The values are being submitted.
        case sending
    }

    var fields: [FieldStatus]
    /// The fields whose rules look at the value of a field, by field.
    var dependents: [[Int]]
    private(set) var focus: Int?
    var submission = Submission.none
    /// The number of submissions that were begun since the last reset and not cancelled.
    var submitCount = 0
    /// `true` if the last submission failed, for whichever reason: users know that the fields are checked.
    var hasFailed = false
    /// `true` if several events count as one: the submission is decided after the last of them.
    var isInBatch = false
    /// The number of the submission in progress, or of the last one; older ones are void.
    var submissionTicket: UInt64 = 0
    /// The fields as they were when the submission began, or `nil` for a field to which something
    /// else has happened since.
    var before: [FieldStatus?] = []
    /// The `edits` of each field when the values were sent.
    var sentEdits: [UInt64] = []
    /// The effects to carry out, in order; the driver removes them.
    var effects: [Effect] = []
    /// The fields whose state may have changed.
    var changes: [Int] = []
    /// `true` if there is or was a field whose initial value is checked.
    private(set) var hasEagerFields: Bool
    private(set) var pendingCount = 0
    private(set) var dirtyCount = 0

    /// - Parameters:
    ///   - fields: The fields, all with their initial values.
    ///   - dependents: The others whose rules look at a field, for each field.
    init(fields: [FieldStatus], dependents: [[Int]]) {
        self.fields = fields
        self.dependents = dependents
        hasEagerFields = fields.contains { $0.isEager }
    }

    /// Adds fields before the last one, which is the rest; nothing about the rest is pending.
    mutating func insert(_ new: [FieldStatus]) {
        let rest = fields.count - 1
        fields.insert(contentsOf: new, at: rest)
        hasEagerFields = hasEagerFields || new.contains { $0.isEager }
        changes = changes.map { $0 == rest ? rest + new.count : $0 }
        for field in rest..<rest + new.count {
            noteChange(of: field)
            guard !fields[field].isInitial else { continue }
            dirtyCount += 1
            fields[field].stage = .editing
        }
        guard submission != .none else { return }
        before.insert(contentsOf: new.map { _ in nil }, at: rest)
        if submission == .sending { sentEdits.insert(contentsOf: new.map { _ in 0 }, at: rest) }
    }

    /// Gives a number to a field with its initial value: a vacant number, or the next one.
    mutating func occupy(_ field: Int, with new: FieldStatus) {
        while field >= fields.count {
            fields.append(FieldStatus(isVacant: true))
            dependents.append([])
            if submission != .none { before.append(nil) }
            if submission == .sending { sentEdits.append(0) }
        }
        // What was asked about the field that had the number before stays void.
        let (edits, ticket) = (fields[field].edits, fields[field].ticket)
        fields[field] = new
        hasEagerFields = hasEagerFields || new.isEager
        fields[field].edits = edits &+ 1
        fields[field].ticket = ticket
        noteChange(of: field)
    }

    /// Handles the return of a field, with its initial value or another one.
    mutating func register(_ field: Int, isInitial: Bool) {
        fields[field].isInitial = true
        setInitial(isInitial, of: field)
        if !isInitial { enter(.editing, of: field) }
    }

    /// Removes a field, with all that it waits for.
    mutating func vacate(_ field: Int) {
        guard fields.indices.contains(field) else { return }
        enter(.unchanged, of: field)
        setInitial(true, of: field)
        var vacant = FieldStatus(isVacant: true)
        vacant.edits = fields[field].edits &+ 1
        vacant.ticket = fields[field].ticket
        fields[field] = vacant
        dependents[field] = []
        if focus == field { focus = nil }
        if submission != .none { before[field] = nil }
    }

    /// The numbers that fields have.
    var occupied: [Int] { fields.indices.filter { !fields[$0].isVacant } }

    // MARK: - Stages

    /// Lets a field enter a stage; what it waited for is void.
    mutating func enter(_ stage: FieldStage, of field: Int) {
        let old = fields[field].stage
        if old.isPending {
            fields[field].ticket &+= 1
            pendingCount -= 1
            effects.append(old == .debouncing ? .cancelDebounce(field) : .cancelRequest(field))
        }
        if stage.isPending {
            fields[field].ticket &+= 1
            pendingCount += 1
            let ticket = fields[field].ticket
            effects.append(
                stage == .debouncing
                    ? .startDebounce(field, ticket: ticket) : .request(field, ticket: ticket))
        }
        fields[field].stage = stage
        fields[field].findings = .none
        noteChange(of: field)
    }

    /// Ends the wait of a field, whose debounce or request is over.
    mutating func arrive(_ field: Int) {
        pendingCount -= 1
        fields[field].stage = .editing
    }

    /// Notes that the user used the field.
    mutating func touch(_ field: Int) {
        fields[field].isTouched = true
        noteChange(of: field)
        if submission != .none { before[field] = nil }
    }

    mutating func setInitial(_ isInitial: Bool, of field: Int) {
        guard fields[field].isInitial != isInitial else { return }
        fields[field].isInitial = isInitial
        noteChange(of: field)
        dirtyCount += isInitial ? -1 : 1
    }

    /// Notes that the state of a field may have changed.
    mutating func noteChange(of field: Int) {
        if changes.last != field { changes.append(field) }
    }

    // MARK: - Focus

    /// Moves the focus to a field or, with `nil`, to none.
    mutating func focus(_ field: Int?, check: Check) {
        guard field != focus else { return }
        let left = focus
        focus = field
        guard let left else { return }
        touch(left)
        if fields[left].triggers.contains(.onEditingChanged) {
            switch fields[left].stage {
            case .unchanged, .editing, .debouncing: self.check(left, by: check)
            case .requesting, .checked: break
            }
        }
        settleSubmission()
    }
}
