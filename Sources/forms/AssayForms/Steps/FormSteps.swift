// SPDX-License-Identifier: Apache-2.0
public import Observation

/// The steps of a wizard, left one by one when their fields pass.
///
/// ```swift
/// let steps = try form.steps([
///     FormStep("account", "email", "password"), FormStep("address", "street", "city"),
/// ])
/// await steps.next()       // checks e-mail and password, asynchronous rules too, and goes on
/// steps.progress           // 0.5
/// ```
///
/// A step is left when its own fields pass. A rule of it about a field of another step counts if it
/// can run. While that field is invalid, the rule prevents a submission, but does not block the
/// step. All properties are observable.
@MainActor
@Observable
public final class FormSteps {
    /// The steps in their order; at least one.
    @ObservationIgnored public let all: [FormStep]
    /// The index of the step that is shown.
    public private(set) var index = 0
    /// `true` while the step's fields are being checked, to leave it.
    public private(set) var isLeaving = false
    /// The steps that were left.
    private var left: Set<String> = []
    @ObservationIgnored private let host: StepHost

    init(_ steps: [FormStep], of host: StepHost) throws(FormError) {
        guard !steps.isEmpty else { throw .noSteps }
        var ids: Set<String> = []
        var fields: Set<String> = []
        for step in steps {
            guard ids.insert(step.id).inserted else { throw .duplicateStep(step.id) }
            try host.find(step.fields)
            for field in step.fields {
                guard fields.insert(FieldPath(field: field).description).inserted else {
                    throw .duplicateField(field)
                }
            }
        }
        all = steps
        self.host = host
    }

    /// The step that is shown.
    public var current: FormStep { all[index] }
    /// `true` if there is no step before.
    public var isFirst: Bool { index == 0 }
    /// `true` if there is no step after: the form is submitted here.
    public var isLast: Bool { index == all.count - 1 }
    /// The share of complete steps, from 0 to 1.
    public var progress: Double { Double(completedCount) / Double(all.count) }
    /// The number of steps that are complete.
    public var completedCount: Int { all.count { state(of: $0) == .complete } }

    /// Returns the state of a step.
    public func state(of step: FormStep) -> FormStepState {
        let states = step.fields.flatMap { host.states(of: $0) }
        if states.contains(where: { !$0.messages.isEmpty }) { return .invalid }
        if states.contains(.validating) { return .checking }
        return left.contains(step.id) ? .complete : .open
    }

    /// The messages about the fields of a step, in their order.
    public func summary(of step: FormStep) -> [FormMessage] {
        host.summary().filter { $0.field.map { step.has($0) } ?? false }
    }

    /// The messages about the fields of the step that is shown, and those that no step has: about fields
    /// that none of them lists, and about the form as a whole.
    public var summary: [FormMessage] {
        host.summary().filter { message in
            message.field.map { current.has($0) } ?? true || isOfNoStep(message)
        }
    }

    /// Returns `true` if no step shows a message.
    private func isOfNoStep(_ message: FormMessage) -> Bool {
        message.field.map { field in !all.contains { $0.has(field) } } ?? true
    }

    /// Checks the fields of the step that is shown, waits for asynchronous rules, and shows the next one.
    ///
    /// - Returns: False, and the step stays, if a field of it does not pass, at the last step, and if
    ///   another step is shown meanwhile. The focus moves to the first field with an error.
    @discardableResult
    public func next() async -> Bool {
        guard !isLast, await leave() else { return false }
        index += 1
        return true
    }

    /// Checks the fields of the step that is shown, as `next` does.
    private func leave() async -> Bool {
        guard !isLeaving else { return false }
        isLeaving = true
        defer { isLeaving = false }
        let step = current
        let canLeave = await host.validate(step.fields)
        guard step == current, !Task.isCancelled else { return false }
        guard canLeave else {
            focusFirstError()
            return false
        }
        left.insert(step.id)
        return true
    }

    /// Shows the step before, without a check.
    ///
    /// - Returns: False at the first step.
    @discardableResult
    public func back() -> Bool {
        guard !isFirst else { return false }
        index -= 1
        return true
    }

    /// Shows another step: an earlier one at once, a later one if every step on the way can be
    /// left.
    ///
    /// - Parameter id: The name of the step.
    /// - Returns: False if it is not shown, or if there is no such step.
    @discardableResult
    public func show(_ id: String) async -> Bool {
        guard let target = all.firstIndex(where: { $0.id == id }) else { return false }
        while index < target {
            guard await next() else { return false }
        }
        index = target
        return true
    }

    /// Shows the first step with an error, such as after a submission that failed, and moves the focus to
    /// its first field with one.
    ///
    /// - Returns: The step, or `nil` if no field of a step has an error, in which case nothing
    ///   changes.
    @discardableResult
    public func showFirstInvalid() -> FormStep? {
        guard let invalid = all.firstIndex(where: { state(of: $0) == .invalid }) else { return nil }
        index = invalid
        focusFirstError()
        return current
    }

    /// Shows the first step again, as if none was left; the form stays as it is.
    public func restart() {
        index = 0
        left = []
    }

    private func focusFirstError() {
        if let field = summary.first?.field { host.focus(field) }
    }

    /// Moves the focus of the form to a field, which is one of the step that is shown.
    public func moveFocus(to field: String) {
        host.focus(field)
    }

    // MARK: - Submitting

    /// Submits the form for a view: shows the first step with an error, and moves the focus there.
    ///
    /// - Parameter submit: Submits the form, and returns `true` if it was submitted.
    /// - Returns: True if it was submitted.
    @discardableResult
    public func submit(_ submit: @MainActor () async -> Bool) async -> Bool {
        let isSubmitted = await submit()
        if isSubmitted {
            left.formUnion(all.map(\.id))
        } else {
            showFirstInvalid()
        }
        return isSubmitted
    }

    /// The state of the form's toolbar at the step that is shown.
    public var toolbar: FormStepsToolbarState {
        var form = host.toolbar()
        form.message =
            form.message ?? host.summary().first { isOfNoStep($0) }?.labelledText
        return FormStepsToolbarState(
            form: form, isFirst: isFirst, isLast: isLast, isLeaving: isLeaving,
            progress: progress)
    }
}

/// The functions of a form that its steps call.
@MainActor
struct StepHost {
    let resolve: @MainActor ([String]) throws -> Void
    let validate: @MainActor ([String]) async -> Bool
    let states: @MainActor (String) -> [ValidationState]
    let summary: @MainActor () -> [FormMessage]
    let focus: @MainActor (String) -> Void
    let toolbar: @MainActor () -> FormToolbarState

    /// - Throws: `FormError.missingField` for a field that the form lacks.
    func find(_ fields: [String]) throws(FormError) {
        do {
            try resolve(fields)
        } catch let error as FormError {
            throw error
        } catch {}
    }

    func states(of field: String) -> [ValidationState] { states(field) }
}

extension FormDriver {
    /// Checks fields on demand, and waits for asynchronous rules.
    ///
    /// - Returns: True if nothing is wrong with them, apart from rules that cannot run since another field
    ///   is invalid.
    func leave(_ chosen: [Int]) async -> Bool {
        demand(chosen)
        await wait(for: chosen)
        return chosen.allSatisfy { field in
            let status = machine.fields[field]
            return status.isVacant
                || status.stage == .checked && status.serverErrors.isEmpty
                    && status.findings.violations.isEmpty && status.findings.faults.isEmpty
        }
    }
}

extension FormModel {
    /// Groups the fields into steps, of which one is shown at a time.
    ///
    /// - Parameter steps: The steps in their order. A field in no step is checked when the form is
    ///   submitted.
    /// - Returns: The steps, the first of which is shown.
    /// - Throws: `FormError` for no steps, a name that two steps have, a field that two steps have and one
    ///   that the form lacks.
    public func steps(_ steps: [FormStep]) throws(FormError) -> FormSteps {
        try FormSteps(
            steps,
            of: StepHost(
                resolve: { [source] in _ = try source.record.layout.fields(named: $0) },
                validate: { [driver] fields in
                    driver.useCurrentRules()
                    let chosen = try? driver.source.fields(named: fields)
                    return await driver.leave(chosen ?? [])
                },
                states: { [source] field in
                    ((try? source.fields(named: [field])) ?? []).map {
                        source.fields[$0].validation
                    }
                },
                summary: { self.summary }, focus: { self.focus = $0 }, toolbar: { self.toolbar }))
    }
}

extension FormController {
    /// Groups the fields into steps, of which one is shown at a time; see `FormModel.steps(_:)`.
    ///
    /// - Parameter steps: The steps in their order, with the names of their fields.
    /// - Returns: The steps, the first of which is shown.
    /// - Throws: `FormError` for no steps, a name that two steps have, a field that two steps have and one
    ///   that the form lacks.
    public func steps(_ steps: [FormStep]) throws(FormError) -> FormSteps {
        try FormSteps(
            steps,
            of: StepHost(
                resolve: { [driver] in _ = try driver.source.rules.layout.fields(named: $0) },
                validate: { [driver] fields in
                    let chosen = try? driver.source.fields(named: fields)
                    return await driver.leave(chosen ?? [])
                },
                states: { name in self.form.statesWithRows(of: name) },
                summary: { self.summary }, focus: { self.focus = $0 }, toolbar: { self.toolbar }))
    }
}
