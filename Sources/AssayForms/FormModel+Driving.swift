// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

// Connects the machine with the rules, the clock and the observers.
extension FormModel {
    // MARK: - Changes

    func set(_ value: Value, of index: Int) {
        let value = content.normal(value)
        let field = fields[index]
        guard value != field.current else { return }
        useCurrentRules()
        field.current = value
        content.set(value, of: index)
        showToRules(topLevel: layout.topLevelOfField[index])
        for relative in layout.relatives[index] { follow(relative) }
        machine.edit(index, isInitial: value == field.initialValue) { check($0) }
        if submission.isSuccess { submission = .initial }
        commit()
    }

    /// Takes over the value of a field that is part of another one, or holds it.
    private func follow(_ index: Int) {
        let value = content[index]
        guard value != fields[index].current else { return }
        fields[index].current = value
        machine.editAlong(index, isInitial: value == fields[index].initialValue)
    }

    func setTriggers(_ triggers: ValidationTriggers, of index: Int) {
        machine.fields[index].triggers = triggers
    }

    func setDebounce(_ debounce: Duration, of index: Int) {
        machine.fields[index].isDebounced = debounce > .zero
    }

    private func showToRules(topLevel: Int) {
        guard let field = rules.planFields[topLevel] else { return }
        live.set(content.topLevel[topLevel], field: field)
    }

    /// Gives the rules and the fields all values of `content`, which are the initial ones too.
    func showInitialContent() {
        for field in fields {
            let value = content[field.index]
            field.current = value
            field.initialValue = value
        }
        showContentToRules()
    }

    func showContentToRules() {
        for key in content.topLevel.indices { showToRules(topLevel: key) }
        let shown = Set(layout.topLevelKeys.map { ExactKey($0) })
        for (index, key) in live.plan.fields.enumerated() where !shown.contains(ExactKey(key)) {
            live.set(content.others[key] ?? .absent, field: index)
        }
    }

    // MARK: - Rules

    /// Follows the manager, whose rules can have been replaced.
    func useCurrentRules() {
        let plan = manager.plan
        guard plan !== live.plan else { return }
        live = LiveRecord(plan, isText: isText)
        rules = FormRules(layout, live: live)
        machine.dependents = rules.dependents + [[]]
        showContentToRules()
    }

    func check(_ index: Int) -> FieldResult {
        guard var report = live.validate(rules.validators[index]) ?? nothing(about: index) else {
            return FieldResult()
        }
        report = rules.part(of: report, field: index, in: layout)
        if index == layout.rest { report.violations += unknownFields }
        let isDeferred = !report.deferred.isEmpty
        if isDeferred { tasks.reports[index] = report }
        return FieldResult(findings: FieldFindings(of: report), isDeferred: isDeferred)
    }

    /// An empty report for the rest, where no rule ran.
    private func nothing(about index: Int) -> ValidationReport? {
        index == layout.rest ? ValidationReport() : nil
    }

    /// The findings about fields that are not in the rule set.
    var unknownFields: [Violation] {
        let policy = live.plan.unknownFields
        guard policy != .allow else { return [] }
        let known = Set(live.plan.fields.map { ExactKey($0) })
        return content.others.members.filter { !known.contains(ExactKey($0.key)) }.map { key, _ in
            let issue = RecordIssue(
                row: 0, kind: .unknownField, pointer: PointerToken.pointer([.key(key)]))
            return .about(issue, severity: policy == .warn ? .warning : .error, at: nil)
        }
    }

    private func request(_ index: Int, ticket: UInt64) {
        guard let report = tasks.reports[index] else { return }
        let (manager, limits, record) = (
            manager, limits, ValidationRecord(content.object, isText: isText)
        )
        let request = Task { [weak self] in
            let answer = await manager.complete(report, of: record, limits: limits)
            self?.receive(answer, of: index, ticket: ticket)
        }
        tasks.setRequest(request, of: index)
    }

    private func receive(_ report: ValidationReport, of index: Int, ticket: UInt64) {
        let part = rules.part(of: report, field: index, in: layout)
        machine.receive(field: index, ticket: ticket, answer: FieldFindings(of: part))
        commit()
    }

    private func debounceEnded(_ index: Int, ticket: UInt64) {
        useCurrentRules()
        machine.debounceEnded(index, ticket: ticket) { check($0) }
        commit()
    }

    // MARK: - Effects

    /// Carries out the effects of the machine and shows its changes.
    func commit() {
        for effect in machine.effects { perform(effect) }
        machine.effects.removeAll(keepingCapacity: true)
        for index in machine.changes { show(index) }
        machine.changes.removeAll(keepingCapacity: true)
        isDirty = machine.dirtyCount > 0
        revision &+= 1
        if !tasks.waiters.isEmpty { resumeWaiters() }
    }

    private func perform(_ effect: FormMachine.Effect) {
        switch effect {
        case .startDebounce(let index, let ticket):
            tasks.startDebounce(of: index, interval: fields[index].debounce) { [weak self] in
                self?.debounceEnded(index, ticket: ticket)
            }
        case .cancelDebounce(let index): tasks.cancelDebounce(of: index)
        case .request(let index, let ticket): request(index, ticket: ticket)
        case .cancelRequest(let index): tasks.cancelRequest(of: index)
        case .send:
            tasks.decision = .send(
                ValidationRecord(content.object, isText: isText), values: fields.map(\.current))
        case .rejectSubmission: tasks.decision = .reject
        case .abandonSubmission: abandonSubmission()
        }
    }

    /// Updates the properties of a field; observers see only changes, since the properties compare.
    private func show(_ index: Int) {
        // Looked at in place: a copy of the status would retain all that it holds.
        let validation = machine.fields[index].validation
        guard index < layout.rest else {
            self.validation = validation
            return
        }
        let field = fields[index]
        field.validation = validation
        field.isTouched = machine.fields[index].isTouched
        field.isDirty = !machine.fields[index].isInitial
        field.warnings = machine.fields[index].warnings
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
            return tasks.decision != nil || tasks.submission?.isCancelled == true
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

extension FieldFindings {
    init(of report: ValidationReport) {
        violations = report.violations
        faults = report.faults
        guard violations.contains(where: { $0.severity == .warning }) else { return }
        warnings = violations.filter { $0.severity == .warning }
        violations.removeAll { $0.severity == .warning }
    }
}
