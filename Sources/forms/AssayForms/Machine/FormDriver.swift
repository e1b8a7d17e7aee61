// SPDX-License-Identifier: Apache-2.0
/// A driver that connects a machine with the values and rules of a face, the clock and tasks.
///
/// Every face of a form has one, and changes the state of fields only through it.
@MainActor
final class FormDriver<Source: FormSource> {
    /// The decision whether a submission is sent.
    enum Decision {
        case send(Source.Content)
        case reject
        /// The form was reset.
        case abandon
    }

    /// `true` if the value of a field differs from its initial one.
    var isDirty: Bool { progress.isDirty }
    /// The number of submissions that were begun since the last reset and not cancelled.
    var submitCount: Int { progress.submitCount }
    /// The state of the submission.
    var submission: SubmissionState {
        get { progress.submission }
        set { progress.submission = newValue }
    }

    let progress = FormProgress()
    let source: Source
    var machine: FormMachine
    var tasks: FormTasks
    var decision: Decision?
    /// The treatment of a submission while another one is in progress.
    let concurrentSubmission: ConcurrentSubmission
    /// `true` if there are rules that the form has not followed; many that come one by one are
    /// followed at once.
    var hasNewRules = false

    /// - Parameters:
    ///   - source: The values and the rules.
    ///   - fields: The fields with their initial values, the rest last if there is one.
    ///   - dependents: The others whose rules look at a field, for each field.
    ///   - clock: The clock that measures the debounce.
    ///   - concurrentSubmission: The treatment of a submission while another one is in progress.
    init(
        _ source: Source, fields: [FieldStatus], dependents: [[Int]], clock: any Clock<Duration>,
        concurrentSubmission: ConcurrentSubmission = .rejected
    ) {
        self.source = source
        self.concurrentSubmission = concurrentSubmission
        machine = FormMachine(fields: fields, dependents: dependents)
        tasks = FormTasks(count: fields.count, clock: clock)
        machine.checkEagerFields { source.check($0) }
        commit()
    }

    isolated deinit {
        tasks.cancelAll()
    }

    // MARK: - Events

    /// Follows rules that were replaced; comes before everything that runs rules.
    func useCurrentRules() {
        hasNewRules = false
        guard let change = source.followRules() else { return }
        let (rest, count) = (machine.fields.count - 1, change.newFields.count)
        for field in machine.fields.indices { machine.fields[field].answer = nil }
        for (field, status) in change.occupied { machine.occupy(field, with: status) }
        tasks.grow(to: machine.fields.count)
        machine.dependents = change.dependents
        if machine.submission == .checking {
            for (field, _) in change.occupied { machine.check(field) { source.check($0) } }
        }
        guard count > 0 else { return }
        machine.insert(change.newFields)
        tasks.insert(count: count)
        guard machine.submission == .checking else { return }
        for field in rest..<rest + count { machine.check(field) { source.check($0) } }
    }

    /// Follows rules that came, before something looks at the form.
    func followNewRules() {
        guard hasNewRules else { return }
        useCurrentRules()
        commit()
    }

    /// Handles other values of fields, which the source has already.
    ///
    /// - Parameters:
    ///   - fields: The fields that were set, and whether each has its initial value now.
    ///   - others: The fields whose values changed along, as parts of these fields or around them.
    func edit(
        _ fields: [(field: Int, isInitial: Bool)],
        along others: [(field: Int, isInitial: Bool)] = []
    ) {
        atOnce {
            for (field, isInitial) in others { machine.editAlong(field, isInitial: isInitial) }
            for (field, isInitial) in fields {
                machine.edit(field, isInitial: isInitial) { source.check($0) }
            }
        }
        leaveOutcome()
        commit()
    }

    /// Lets several events count as one, so that a submission never sends what is not checked yet.
    func atOnce(_ events: () -> Void) {
        machine.isInBatch = true
        events()
        machine.isInBatch = false
        machine.settleSubmission()
    }

    /// Ends the success of the last submission and the errors of a server about the form as a whole,
    /// since the form is edited again.
    func leaveOutcome() {
        if submission.isSuccess { submission = .initial }
        if let rest = source.rest, hasErrorsOfForm { machine.setServerErrors([], of: rest) }
    }

    /// `true` if a server has errors about no field of the form.
    var hasErrorsOfForm: Bool {
        source.rest.map { !machine.fields[$0].serverErrors.isEmpty } ?? false
    }

    /// Moves the focus to a field or, with `nil`, to none.
    func focus(_ field: Int?) {
        useCurrentRules()
        machine.focus(field) { source.check($0) }
        commit()
    }

    /// Checks fields on demand; asynchronous rules run later.
    ///
    /// - Returns: True if all of them are valid now.
    @discardableResult
    func demand(_ chosen: [Int]) -> Bool {
        useCurrentRules()
        machine.validate(chosen) { source.check($0) }
        commit()
        return areValid(chosen)
    }

    /// Checks fields on demand, and waits for asynchronous rules.
    ///
    /// - Returns: True if all of them are valid then; false also for one that was changed meanwhile and is
    ///   not checked yet.
    func validate(_ chosen: [Int]) async -> Bool {
        demand(chosen)
        await wait(for: chosen)
        return areValid(chosen)
    }

    private func areValid(_ chosen: [Int]) -> Bool {
        chosen.allSatisfy { machine.fields[$0].isVacant || machine.fields[$0].validation.isValid }
    }

    /// True if the current values pass every rule, asynchronous ones included, and no error of a server
    /// is about them, whether or not they are checked yet.
    var isValid: Bool {
        _ = progress.revision
        useCurrentRules()
        return source.isPassing(machine)
    }

    /// Lets an observer see every change of values.
    func noteReading() { _ = progress.revision }

    /// Unregisters a field, with all that it waits for, or registers it again.
    ///
    /// - Parameters:
    ///   - fields: The numbers of the field and of the fields that it holds.
    ///   - readers: The fields whose rules look at it.
    ///   - dependents: The others whose rules look at a field now, for each field.
    ///   - others: The fields whose values changed along.
    ///   - status: The status with which the first of the fields comes back, or `nil` to unregister
    ///     them.
    func changeRegistration(
        of fields: [Int], readers: [Int], dependents: [[Int]],
        along others: [(field: Int, isInitial: Bool)] = [], status: FieldStatus? = nil
    ) {
        atOnce {
            if let status, let field = fields.first {
                machine.occupy(field, with: status)
                machine.register(field, isInitial: status.isInitial)
            } else {
                for field in fields { machine.vacate(field) }
            }
            machine.dependents = dependents
            if status != nil, machine.submission == .checking {
                for field in fields { machine.check(field) { source.check($0) } }
            }
            for (field, isInitial) in others { machine.editAlong(field, isInitial: isInitial) }
            machine.follow(readers) { source.check($0) }
            machine.checkEagerFields { source.check($0) }
        }
        leaveOutcome()
        commit()
    }

    /// Shows the errors of a server; each one stays until the value of its field changes, and those of
    /// the rest until any value does.
    ///
    /// They replace earlier ones of the same fields and of the rest. If there are none, no error of a
    /// server is left.
    func apply(_ errors: ServerErrors) {
        followNewRules()
        if errors.errors.isEmpty { machine.clearServerErrors() }
        if let rest = source.rest, hasErrorsOfForm { machine.setServerErrors([], of: rest) }
        for (field, errors) in source.place(errors, sentWith: nil) {
            machine.setServerErrors(errors, of: field)
        }
        commit()
    }

    /// Handles a reset: every field has its initial value, which the source has already, and no
    /// history.
    func reset() {
        useCurrentRules()
        machine.reset()
        machine.checkEagerFields { source.check($0) }
        submission = .initial
        commit()
    }

    // MARK: - Effects

    /// Carries out the effects of the machine and shows its changes.
    func commit() {
        for effect in machine.effects { perform(effect) }
        machine.effects.removeAll(keepingCapacity: true)
        for field in machine.changes { source.show(field, of: machine) }
        machine.changes.removeAll(keepingCapacity: true)
        let isDirty = machine.dirtyCount > 0
        if progress.isDirty != isDirty { progress.isDirty = isDirty }
        if progress.submitCount != machine.submitCount {
            progress.submitCount = machine.submitCount
        }
        progress.revision &+= 1
        if !tasks.waiters.isEmpty { resumeWaiters() }
    }

    private func perform(_ effect: FormMachine.Effect) {
        switch effect {
        case .startDebounce(let field, let ticket):
            tasks.startDebounce(of: field, interval: source.debounce(of: field)) { [weak self] in
                self?.debounceEnded(field, ticket: ticket)
            }
        case .cancelDebounce(let field): tasks.cancelDebounce(of: field)
        case .request(let field, let ticket): request(field, ticket: ticket)
        case .cancelRequest(let field): tasks.cancelRequest(of: field)
        case .send: decision = .send(source.content)
        case .rejectSubmission: decision = .reject
        case .abandonSubmission: abandonSubmission()
        }
    }

    private func request(_ field: Int, ticket: UInt64) {
        let run = source.request(field)
        let request = Task { [weak self] in
            let answer = await run()
            self?.receive(answer, of: field, ticket: ticket)
        }
        tasks.setRequest(request, of: field)
    }

    private func receive(_ answer: FieldFindings, of field: Int, ticket: UInt64) {
        machine.receive(field: field, ticket: ticket, answer: answer)
        commit()
    }

    private func debounceEnded(_ field: Int, ticket: UInt64) {
        useCurrentRules()
        machine.debounceEnded(field, ticket: ticket) { source.check($0) }
        commit()
    }

    // MARK: - Waiting

    /// Waits until fields are checked, or, with nil, until the submission is decided, or until the task
    /// is cancelled.
    func wait(for fields: [Int]?) async {
        guard !isOver(fields) else { return }
        let id = tasks.nextWaiter
        tasks.nextWaiter += 1
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume() }
                tasks.waiters.append(
                    FormWaiter(id: id, fields: fields, continuation: continuation))
            }
        } onCancel: {
            Task { @MainActor in self.stopWaiting(id: id) }
        }
    }

    private func isOver(_ fields: [Int]?) -> Bool {
        guard let fields else {
            return decision != nil || tasks.submission?.isCancelled == true
        }
        return fields.allSatisfy { !machine.fields[$0].stage.isPending }
    }

    func resumeWaiters() {
        let over = tasks.waiters.filter { isOver($0.fields) }
        tasks.waiters.removeAll { waiter in over.contains { $0.id == waiter.id } }
        for waiter in over { waiter.continuation.resume() }
    }

    private func stopWaiting(id: Int) {
        guard let place = tasks.waiters.firstIndex(where: { $0.id == id }) else { return }
        tasks.waiters.remove(at: place).continuation.resume()
    }
}
