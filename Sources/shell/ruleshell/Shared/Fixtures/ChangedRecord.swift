// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayTrials

/// The record of a case that starts from the record of another one, or is about one field.
///
///     - { name: good, record: { name: Anna, age: 33 }, valid: true }
///     - { base: good, with: { age: 17 }, expect: range.tooSmall /age }
///     - { base: good, without: age, expect: required.missing /age }
///     - { field: age, value: 17, expect: range.tooSmall }
struct ChangedRecord {
    private(set) var record: ValidationRecord
    /// The field whose rules alone validate the record, or `nil` if the whole rule set does.
    let field: FieldPath?
    /// The places that `with` adds to the record because the base has nothing there.
    private(set) var additions: [FixtureCase.Addition] = []

    /// - Parameters:
    ///   - node: A case with `base`, `field` or both.
    ///   - bases: The valid records of the cases before it, by their names.
    ///   - isText: `true` if the values are cells; with `base`, those of the base decide.
    /// - Throws: An issue with the part that has another form.
    init(
        _ node: PlacedValue, bases: [String: ValidationRecord], isText: Bool
    ) throws(FixtureIssue) {
        let key = node["base"] == nil ? "field" : "base"
        try FixtureCase.checkAlone(key, beside: ["expression", "rule", "args"], in: node)
        if let base = node["base"] {
            try FixtureCase.checkAlone("base", beside: ["fields", "text"], in: node)
            record = try Self.base(named: base, in: bases)
        } else {
            try FixtureCase.checkUnchanged(node)
            let fields = try node["fields"]?.object("fields") ?? Value.Object()
            record = ValidationRecord(of: fields, isText: isText)
        }
        field = try node["field"].map { field throws(FixtureIssue) in
            try PlacedValue.path(try field.text("field"), at: field.location)
        }
        try change(by: node)
        guard let field else {
            guard let value = node["value"] else { return }
            throw FixtureIssue(
                "'value' needs 'field', which is missing", location: value.location)
        }
        if let value = node["value"] {
            set(value.value, at: field)
        } else if node["base"] == nil {
            set(.absent, at: field)
        }
    }

    private static func base(
        named node: PlacedValue, in bases: [String: ValidationRecord]
    ) throws(FixtureIssue) -> ValidationRecord {
        let name = try node.text("base")
        if let record = bases[name] { return record }
        let near = nearestName(to: name, in: bases.keys).map { "; did you mean '\($0)'?" } ?? ""
        throw FixtureIssue(
            "no case before this one has a valid record and the name '\(name)'\(near)",
            location: node.location)
    }

    private mutating func change(by node: PlacedValue) throws(FixtureIssue) {
        if let with = node["with"] {
            guard case .mapping(let members) = with.content else {
                throw FixtureIssue("'with' is not an object", location: with.location)
            }
            for (key, value) in members {
                let path = try Self.onePlace(key, at: value.location)
                let known = Value.object(record.fields).knownParts(of: path)
                if known < path.segments.count { additions.append((path, known)) }
                set(value.value, at: path)
            }
        }
        guard let without = node["without"] else { return }
        for key in try without.texts("without") {
            let path = try Self.onePlace(key, at: without.location)
            guard Value.object(record.fields).part(at: path) != .absent else {
                throw FixtureIssue(
                    "the record has no '\(key)' to leave out", location: without.location)
            }
            if case .index? = path.segments.last {
                throw FixtureIssue(
                    "'\(key)' is an element of an array; write the rest of the array under 'with'",
                    location: without.location)
            }
            set(.absent, at: path)
        }
    }

    private static func onePlace(
        _ key: String, at location: FileLocation
    ) throws(FixtureIssue) -> FieldPath {
        let path = try PlacedValue.path(key, at: location)
        guard !path.hasElements else {
            throw FixtureIssue(
                "'\(key)' names more than one place; write an index, such as [0]",
                location: location)
        }
        return path
    }

    private mutating func set(_ value: Value, at path: FieldPath) {
        let own = record.isText ? value.cell : value
        let whole = Value.nesting(own, at: path.segments[...], in: .object(record.fields))
        if case .object(let fields) = whole { record.fields = fields }
        guard path.segments.count == 1 else { return }
        record.emptyFields.removeAll { $0.hasSameBytes(as: path.topLevelKey) }
        if record.isText, own == .absent, value != .absent {
            record.emptyFields.append(path.topLevelKey)
        }
    }
}

extension ValidationRecord {
    /// A record of values, or of cells of a CSV file.
    init(of fields: Value.Object, isText: Bool) {
        let cells = fields.members.map { (key: $0.key, value: $0.value.cell) }
        self.init(
            isText ? Value.Object(cells.filter { $0.value != .absent }) : fields, isText: isText)
        if isText { emptyFields = cells.filter { $0.value == .absent }.map(\.key) }
    }
}

extension Value {
    /// The value as a cell of a CSV file; an empty one is absent.
    fileprivate var cell: Value {
        switch self {
        case .absent, .null, .string(""): .absent
        case .string: self
        default: .string(json)
        }
    }

    /// Returns the number of parts of a path that exist, from its beginning.
    fileprivate func knownParts(of path: FieldPath) -> Int {
        path.segments.indices.first {
            part(at: FieldPath(segments: Array(path.segments[...$0]))) == .absent
        } ?? path.segments.count
    }

    /// Returns the part at a path without `[*]`, or `absent` if there is none.
    fileprivate func part(at path: FieldPath) -> Value {
        path.segments.reduce(self) { value, segment in
            switch (segment, value) {
            case (.key(let key), .object(let object)): object[key] ?? .absent
            case (.index(let index), .array(let elements)) where elements.indices.contains(index):
                elements[index]
            default: .absent
            }
        }
    }
}
