// SPDX-License-Identifier: Apache-2.0
import Observation

/// The fields of a form that is a struct.
@MainActor
@Observable
final class TypedSource<Form: ValidatableForm & Equatable & Sendable>: FormSource {
    /// What was done to a field since the form was set last.
    struct Event {
        var field: Int
        var isEdit = false
        var isReset = false
        var isRejection = false
        var isDemand = false
    }

    /// The form with the states that it shows.
    private(set) var edited: Form
    /// The form with which `isDirty` compares.
    private(set) var initialForm: Form
    /// The state of the form as a whole.
    private(set) var formState = ValidationState.unchanged
    /// The name of the field that has the focus.
    var focused: String?

    /// The fields that the form does not have at the moment.
    private(set) var unregistered: Set<Int> = []
    @ObservationIgnored private(set) var rules: TypedRules
    @ObservationIgnored private let ruleSet: RuleSet?
    @ObservationIgnored private let limits: AsyncLimits
    @ObservationIgnored private let list = Form.validatedFields
    /// By field the link of its value, so that a form that is set is compared with these.
    @ObservationIgnored private var links: [FieldLink] = []
    @ObservationIgnored private let registry: RuleRegistry
    @ObservationIgnored private let owner = Stamp.next()
    @ObservationIgnored private let triggers: ValidationTriggers
    @ObservationIgnored private let interval: Duration

    init(
        _ form: Form, ruleSet: RuleSet?, registry: RuleRegistry, limits: AsyncLimits,
        triggers: ValidationTriggers, debounce: Duration
    ) throws(RuleSetError) {
        rules = try TypedRules(
            form.namedFields, ruleSet: ruleSet, registry: registry, limits: limits)
        self.registry = registry
        self.ruleSet = ruleSet
        self.limits = limits
        self.triggers = triggers
        interval = debounce
        edited = form
        initialForm = form
        begin(with: form)
    }

    /// A status for each field and the rest, as all of them begin.
    var statuses: [FieldStatus] { list.indices.map { status(of: $0) } + [FieldStatus()] }

    private func status(of field: Int) -> FieldStatus {
        let isEager = list[field].read(edited).isEager
        var status = FieldStatus(
            triggers: isEager ? .all : triggers, isDebounced: !isEager && interval > .zero)
        status.isEager = isEager
        return status
    }

    // MARK: - Fields that come and go

    /// A field goes.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - drops: Whether its value is set back to the initial one.
    func unregister(_ field: Int, dropping drops: Bool) {
        unregistered.insert(field)
        list[field].update(&edited) { value in
            if drops { value.reset() }
            value.status = FieldStatus()
            value.link.shown &+= 1
            links[field] = value.link
        }
        if focused == rules.names[field] { focused = nil }
        compileRules()
    }

    /// A field comes back.
    ///
    /// - Returns: Its status.
    func register(_ field: Int) -> FieldStatus {
        unregistered.remove(field)
        compileRules()
        var status = status(of: field)
        status.isInitial = isInitial(field)
        return status
    }

    private func compileRules() {
        // They were compiled with others already.
        guard
            let new = try? TypedRules(
                edited.namedFields, ruleSet: ruleSet, registry: registry, limits: limits,
                without: unregistered)
        else { return }
        rules = new
        for (index, field) in list.enumerated() {
            rules.set(field.read(edited).ruleValue, of: index)
        }
    }

    /// Begins with another form, whose values are the initial ones.
    func begin(with form: Form) {
        var new = form
        for (index, field) in list.enumerated() {
            field.update(&new) { value in
                value.name = rules.names[index]
                value.bind(to: registry)
                value.link.owner = owner
                value.link.hasOtherRules = rules.areOthers(about: index)
                value.begin()
            }
            rules.set(field.read(new).ruleValue, of: index)
        }
        edited = new
        initialForm = new
        links = list.map { $0.link(new) }
    }

    /// Takes a form that was changed.
    ///
    /// - Returns: What was done to its fields, of which the driver is to be told.
    func take(_ form: Form) -> [Event] {
        let old = edited
        var new = form
        var events: [Event] = []
        for index in list.indices {
            let field = list[index]
            let (known, link) = (links[index], field.link(form))
            guard known.stamp != link.stamp else {
                // An older copy does not know what the controller has decided since.
                if known.shown != link.shown {
                    let was = field.read(old)
                    field.update(&new) { $0 = was }
                }
                continue
            }
            let (was, now) = (field.read(old), field.read(form))
            var event = Event(field: index, isEdit: !now.hasValue(of: was))
            if now.link.owner == owner {
                event.isReset = now.link.resets > was.link.resets
                event.isRejection = now.link.rejections > was.link.rejections
                event.isDemand = now.link.demands > was.link.demands
                if !event.isReset { field.update(&new) { $0.takeInitialValue(of: was) } }
            } else {
                field.update(&new) { value in
                    value.name = was.name
                    value.bind(to: registry)
                    value.link = was.link
                    value.link.stamp = now.link.stamp
                    value.takeInitialValue(of: was)
                }
            }
            if event.isReset { field.update(&initialForm) { $0 = now } }
            events.append(event)
            links[index] = field.link(new)
        }
        edited = new
        for event in events where event.isEdit || event.isReset {
            for field in [event.field] + rules.layout.relatives[event.field] {
                rules.set(list[field].read(new).ruleValue, of: field)
            }
        }
        return events
    }

    func isInitial(_ field: Int) -> Bool { !list[field].read(edited).isDirty }

    func serverErrors(of field: Int) -> [Violation] {
        list[field].read(edited).status.serverErrors
    }

    // MARK: - For the driver

    var rest: Int? { list.count }

    var content: Form { edited }

    func check(_ field: Int) -> FieldResult {
        let form = edited
        return rules.check(field) { list[$0].read(form) }
    }

    func request(_ field: Int) -> @Sendable () async -> FieldFindings {
        let form = edited
        return rules.request(field) { list[$0].read(form) }
    }

    func isPassing(_ machine: FormMachine) -> Bool {
        machine.occupied.allSatisfy { isPassing($0, of: machine) }
    }

    func show(_ field: Int, of machine: FormMachine) {
        let status = machine.fields[field]
        if field < list.count {
            list[field].update(&edited) { value in
                value.status = status
                value.link.shown &+= 1
                links[field] = value.link
            }
        } else {
            let state = status.validation
            formState = state.isValid || state == .editing ? .unchanged : state
        }
    }

    func debounce(of field: Int) -> Duration { interval }

    func accept(_ sent: Form) -> [Bool] {
        var initial = sent
        for field in list {
            field.update(&initial) { $0.begin() }
            let value = field.read(sent)
            field.update(&edited) { current in
                current.accept(value)
                current.link.shown &+= 1
            }
        }
        initialForm = initial
        links = list.map { $0.link(edited) }
        return list.indices.map { isInitial($0) } + [true]
    }

    func place(
        _ errors: ServerErrors, sentWith content: Form?
    ) -> [(field: Int, errors: [Violation])] {
        rules.layout.place(errors).map { field, errors in
            (unregistered.contains(field) ? list.count : field, errors)
        }
    }
}

extension FormDriver {
    /// The form was set, or something in it.
    func replace<Form>(with form: Form) where Source == TypedSource<Form> {
        let hasChanged = submission.isSuccess && form != source.edited
        let events = source.take(form)
        atOnce {
            for event in events where event.isEdit && !event.isReset {
                machine.edit(event.field, isInitial: source.isInitial(event.field)) {
                    source.check($0)
                }
            }
            for event in events {
                if event.isReset { machine.reset(event.field) { source.check($0) } }
                if event.isRejection {
                    machine.setServerErrors(source.serverErrors(of: event.field), of: event.field)
                }
                machine.noteChange(of: event.field)
            }
            machine.checkEagerFields { source.check($0) }
            machine.validate(events.filter(\.isDemand).map(\.field)) { source.check($0) }
        }
        if hasChanged { leaveSuccess() }
        commit()
    }

    /// Begins again with another form.
    func reset<Form>(to form: Form) where Source == TypedSource<Form> {
        source.begin(with: form)
        reset()
    }

    func focus<Form>(on name: String?) where Source == TypedSource<Form> {
        guard name != source.focused else { return }
        source.focused = name
        let field = name.flatMap { source.rules.layout.field(named: $0) }
        focus(field.flatMap { source.unregistered.contains($0) ? nil : $0 })
    }

    /// A field goes.
    func unregister<Form>(
        _ field: Int, dropping drops: Bool
    ) where Source == TypedSource<Form> {
        guard !source.unregistered.contains(field) else { return }
        let readers = machine.dependents[field]
        source.unregister(field, dropping: drops)
        changeRegistration(of: [field], readers: readers, dependents: source.rules.dependents)
    }

    /// A field comes back.
    func register<Form>(_ field: Int) where Source == TypedSource<Form> {
        guard source.unregistered.contains(field) else { return }
        let status = source.register(field)
        let dependents = source.rules.dependents
        changeRegistration(
            of: [field], readers: dependents[field], dependents: dependents, status: status)
    }
}
