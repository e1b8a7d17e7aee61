// SPDX-License-Identifier: Apache-2.0

/// A property wrapper that has nothing but a validated value.
protocol ValueHolder {
    var heldState: ValueState { get }
}

extension ValidatedValue: ValueHolder {
    var heldState: ValueState { box }
}
extension Validate: ValueHolder {
    var heldState: ValueState { projectedValue.box }
}
extension Required: ValueHolder {
    var heldState: ValueState { validated.box }
}
extension RegularExpression: ValueHolder {
    var heldState: ValueState { validated.box }
}

/// The places of the references of the fields' values in a form that is a struct.
///
/// Two forms are compared by these references: a value whose reference is the same was not touched.
/// Reading a value by its key path costs a hundred times as much, and changing it that way copies
/// the form.
struct FieldWords {
    /// The place of each field in the memory of a form, in bytes.
    private let offsets: [Int]

    /// Finds the places; the result is `nil` if they are not the same in every form.
    ///
    /// They are the same if each field's value is a stored property of a struct, alone or in a
    /// property wrapper.
    init?<Form>(of form: Form, _ list: [ValidatedField<Form>]) {
        let mirror = Mirror(reflecting: form)
        guard mirror.displayStyle == .struct, !(form is any CustomReflectable) else { return nil }
        let stored = mirror.children.compactMap { ($0.value as? any ValueHolder)?.heldState }
        let words = Self.words(of: form)
        var other = form
        var offsets: [Int] = []
        for field in list {
            let state = field.state(form)
            let places = words.indices.filter { words[$0] == Self.word(of: state) }
            guard places.count == 1, stored.contains(where: { $0 === state }) else { return nil }
            field.modify(&other) { ValueState.makeUnique(&$0) }
            guard Self.words(of: other)[places[0]] == Self.word(of: field.state(other)) else {
                return nil
            }
            offsets.append(places[0] * MemoryLayout<UInt>.stride)
        }
        guard Set(offsets).count == offsets.count else { return nil }
        self.offsets = offsets
    }

    private static func words<Form>(of form: Form) -> [UInt] {
        withUnsafeBytes(of: form) { bytes in
            (0..<bytes.count / MemoryLayout<UInt>.stride).map { index in
                bytes.load(fromByteOffset: index * MemoryLayout<UInt>.stride, as: UInt.self)
            }
        }
    }

    private static func word(of state: ValueState) -> UInt {
        UInt(bitPattern: Unmanaged.passUnretained(state).toOpaque())
    }

    /// The fields whose values can have been touched.
    ///
    /// - Parameters:
    ///   - old: The memory of a form.
    ///   - new: The memory of another one.
    /// - Returns: The fields that have another reference there.
    func changes(from old: UnsafeRawBufferPointer, to new: UnsafeRawBufferPointer) -> [Int] {
        offsets.indices.filter { field in
            let offset = offsets[field]
            return old.load(fromByteOffset: offset, as: UInt.self)
                != new.load(fromByteOffset: offset, as: UInt.self)
        }
    }

    /// Returns the state of a field's value.
    func state(of field: Int, in form: UnsafeRawBufferPointer) -> ValueState {
        let reference = form.load(fromByteOffset: offsets[field], as: UnsafeRawPointer.self)
        return Unmanaged<ValueState>.fromOpaque(reference).takeUnretainedValue()
    }

    /// Changes the state of a field's value, where it is.
    func modify(
        _ field: Int, in form: UnsafeMutableRawBufferPointer, _ change: (inout ValueState) -> Void
    ) {
        let offset = offsets[field]
        let reference = form.load(fromByteOffset: offset, as: UnsafeRawPointer.self)
        // The form's own reference, so that a value that nothing else has is changed in place.
        var state = Unmanaged<ValueState>.fromOpaque(reference).takeRetainedValue()
        change(&state)
        let changed = UnsafeRawPointer(Unmanaged.passRetained(state).toOpaque())
        form.storeBytes(of: changed, toByteOffset: offset, as: UnsafeRawPointer.self)
    }
}

/// The values of a form, by their places in its memory if these are known, by key paths otherwise.
final class FieldAccess<Form>: Sendable {
    private let list: [ValidatedField<Form>]
    private let words: FieldWords?

    /// - Parameters:
    ///   - form: Any form.
    ///   - list: The fields.
    init(_ form: Form, _ list: [ValidatedField<Form>]) {
        self.list = list
        words = FieldWords(of: form, list)
    }

    /// The fields whose values can have been touched.
    func touched(from old: inout Form, to new: inout Form) -> [Int] {
        guard let words else { return Array(list.indices) }
        return withUnsafeBytes(of: &old) { old in
            withUnsafeBytes(of: &new) { words.changes(from: old, to: $0) }
        }
    }

    /// Returns the state of a field's value.
    func state(of field: Int, in form: Form) -> ValueState {
        guard let words else { return list[field].state(form) }
        return withUnsafeBytes(of: form) { words.state(of: field, in: $0) }
    }

    /// Returns the same without a copy of the form, which is not changed.
    func state(of field: Int, in form: inout Form) -> ValueState {
        guard let words else { return list[field].state(form) }
        return withUnsafeBytes(of: &form) { words.state(of: field, in: $0) }
    }

    /// Changes the state of a field's value; `change` makes it unique, or puts another one in its
    /// place.
    func modify(_ field: Int, in form: inout Form, _ change: (inout ValueState) -> Void) {
        guard let words else { return list[field].modify(&form, change) }
        withUnsafeMutableBytes(of: &form) { words.modify(field, in: $0, change) }
    }

    /// Shows the decision of a controller about a field.
    ///
    /// - Returns: The link of the value then.
    func show(_ status: FieldStatus, of field: Int, in form: inout Form) -> FieldLink {
        modify(field, in: &form) { ValueState.show(status, in: &$0) }
        return state(of: field, in: &form).link
    }
}
