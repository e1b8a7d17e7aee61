// SPDX-License-Identifier: Apache-2.0

/// The values of a form, as the top-level fields of its record.
struct FormContent: Sendable {
    private let layout: FormLayout
    private let isText: Bool
    /// `true` if an empty text is a value, though the form is one of text.
    private let keepsEmptyText: Bool
    /// The values by top-level key of the layout.
    private(set) var topLevel: [Value]
    /// Fields of the record that hold none of the form's.
    var others: Value.Object

    init(_ record: ValidationRecord, layout: FormLayout, keepsEmptyText: Bool = false) {
        self.layout = layout
        self.keepsEmptyText = keepsEmptyText
        isText = record.isText
        topLevel = layout.topLevelKeys.map { _ in .absent }
        var others: [(key: String, value: Value)] = []
        for (key, value) in record.fields.members {
            if let place = layout.indexOfTopLevel[ExactKey(key)] {
                topLevel[place] = value
            } else {
                others.append((key, value))
            }
        }
        self.others = Value.Object(others)
        guard isText, !keepsEmptyText else { return }
        for field in layout.paths.indices { set(self[field], of: field) }
    }

    /// The same values by another layout.
    func arranged(by layout: FormLayout) -> FormContent {
        FormContent(
            ValidationRecord(object, isText: isText), layout: layout,
            keepsEmptyText: keepsEmptyText)
    }

    /// The value of a field.
    subscript(field: Int) -> Value {
        let path = layout.paths[field].segments.dropFirst()
        return normal(topLevel[layout.topLevelOfField[field]].value(at: path))
    }

    /// A value as the form keeps it: in a form of text an empty text is no value.
    func normal(_ value: Value) -> Value {
        if isText, !keepsEmptyText, case .string(let text) = value, text.isEmpty {
            .absent
        } else {
            value
        }
    }

    mutating func set(_ value: Value, of field: Int) {
        let path = layout.paths[field].segments.dropFirst()
        let key = layout.topLevelOfField[field]
        if path.isEmpty {
            topLevel[key] = value
        } else {
            topLevel[key].set(value, at: path)
        }
    }

    /// The value at a place, which a field can hold or not.
    func value(at path: FieldPath) -> Value {
        let top = layout.indexOfTopLevel[ExactKey(path.topLevelKey)]
        let start = top.map { topLevel[$0] } ?? others[path.topLevelKey] ?? .absent
        return start.value(at: path.segments.dropFirst())
    }

    /// Gives a place another value.
    mutating func set(_ value: Value, at path: FieldPath) {
        let rest = path.segments.dropFirst()
        if let top = layout.indexOfTopLevel[ExactKey(path.topLevelKey)] {
            topLevel[top].set(value, at: rest)
        } else {
            var other = others[path.topLevelKey] ?? .absent
            other.set(value, at: rest)
            others[path.topLevelKey] = other == .absent ? Value?.none : other
        }
    }

    /// All values, in field order.
    var object: Value.Object {
        var members: [(key: String, value: Value)] = []
        members.reserveCapacity(topLevel.count + others.members.count)
        for (key, value) in zip(layout.topLevelKeys, topLevel) where value != .absent {
            members.append((key, value))
        }
        return Value.Object(members + others.members)
    }
}

extension Value {
    /// A part of the value; absent if there is none.
    func value(at path: ArraySlice<FieldPath.Segment>) -> Value {
        path.reduce(self) { value, segment in
            switch segment {
            case .key(let key): value[key]
            case .index(let index): value[index]
            case .allElements: .absent
            }
        }
    }

    /// Gives a part of the value another value; objects and arrays on the way are made if there is
    /// something to put into them.
    mutating func set(_ value: Value, at path: ArraySlice<FieldPath.Segment>) {
        guard let segment = path.first else {
            self = value
            return
        }
        switch segment {
        case .key(let key): setMember(key, to: value, at: path.dropFirst())
        case .index(let index): setElement(index, to: value, at: path.dropFirst())
        case .allElements: break
        }
    }

    private mutating func setMember(
        _ key: String, to value: Value, at path: ArraySlice<FieldPath.Segment>
    ) {
        var member = self[key]
        member.set(value, at: path)
        if case .object(var object) = self {
            object[key] = member == .absent ? Value?.none : member
            self = .object(object)
        } else if member != .absent {
            self = .object(Object([(key, member)]))
        }
    }

    private mutating func setElement(
        _ index: Int, to value: Value, at path: ArraySlice<FieldPath.Segment>
    ) {
        var element = self[index]
        element.set(value, at: path)
        var elements: [Value] = []
        if case .array(let known) = self { elements = known }
        guard element != .absent || elements.indices.contains(index) else { return }
        while elements.count <= index { elements.append(.null) }
        elements[index] = element == .absent ? .null : element
        self = .array(elements)
    }
}
