// SPDX-License-Identifier: Apache-2.0

// What a form whose values are a record does at the events of its fields.
extension FormDriver<RecordSource> {
    func set(_ value: Value, of index: Int) {
        let value = source.record.content.normal(value)
        let field = source.fields[index]
        if let place = field.place { return set(value, of: field, at: place) }
        source.flushTables(for: index)
        guard value != field.current else { return }
        useCurrentRules()
        let others = source.set(value, of: index)
        let rows = source.followContent()
        follow(rows) {
            edit([(index, field.current == field.initialValue)], along: others)
        }
    }

    /// Gives a place in the record another value, whether a field holds it or not.
    func set(_ value: Value, at path: FieldPath) {
        useCurrentRules()
        if let field = source.field(named: path.description) { return set(value, of: field) }
        let edited = source.set(value, at: path)
        let rows = source.followContent()
        follow(rows) { edit(edited) }
    }

    func setTriggers(_ triggers: ValidationTriggers, of index: Int) {
        source.fields[index].triggers = triggers
        machine.fields[index].triggers = triggers
    }

    func setDebounce(_ debounce: Duration, of index: Int) {
        source.fields[index].debounce = debounce
        machine.fields[index].isDebounced = debounce > .zero
    }

    func focus(on path: String?) {
        guard path != source.focused else { return }
        source.focused = path
        focus(path.flatMap { source.registeredField(named: $0) })
    }

    /// Unregisters a field.
    func unregister(_ field: Int, dropping drops: Bool) {
        useCurrentRules()
        guard !source.unregistered.contains(field) else { return }
        let readers = machine.dependents[field]
        let change = source.unregister(field, dropping: drops)
        follow(source.followContent()) {
            changeRegistration(
                of: [field] + change.gone, readers: readers, dependents: source.dependents,
                along: change.others)
        }
    }

    /// Registers a field again.
    func register(_ field: Int) {
        useCurrentRules()
        guard source.unregistered.contains(field) else { return }
        let change = source.register(field)
        let dependents = source.dependents
        follow(source.followContent()) {
            changeRegistration(
                of: [field], readers: dependents[field], dependents: dependents,
                along: change.others, status: change.status)
        }
    }

    /// Begins again with other values, of a layout that new rules may have outgrown.
    ///
    /// - Parameters:
    ///   - content: The values.
    ///   - keeps: `true` if they are the initial ones already, so that the rows that began with
    ///     them stay.
    func reset(to content: FormContent, keepingRows keeps: Bool = false) {
        useCurrentRules()
        let rows = source.begin(content.arranged(by: source.record.layout), keepingRows: keeps)
        apply(rows)
        reset()
    }
}
