// SPDX-License-Identifier: Apache-2.0

// What a form whose values are a record does at the events of its fields.
extension FormDriver<RecordSource> {
    func set(_ value: Value, of index: Int) {
        let value = source.record.content.normal(value)
        let field = source.fields[index]
        guard value != field.current else { return }
        useCurrentRules()
        let others = source.set(value, of: index)
        edit([(index, value == field.initialValue)], along: others)
    }

    /// Gives a place in the record another value, which a field holds or none.
    func set(_ value: Value, at path: FieldPath) {
        useCurrentRules()
        if let field = source.record.layout.field(named: path.description) {
            return set(value, of: field)
        }
        edit(source.set(value, at: path))
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
        focus(path.flatMap { source.record.layout.field(named: $0) })
    }

    /// Begins again with other values, of a layout that new rules may have outgrown.
    func reset(to content: FormContent) {
        useCurrentRules()
        source.begin(content.arranged(by: source.record.layout))
        reset()
    }
}
