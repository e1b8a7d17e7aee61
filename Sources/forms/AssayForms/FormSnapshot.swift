// SPDX-License-Identifier: Apache-2.0

/// The values and the history of a form, to be kept and restored.
///
/// It has no rules and no results: fields that were checked are checked again, by the rules at that
/// time.
public struct FormSnapshot: Sendable, Equatable {
    /// The version of the format below.
    static let version: Int64 = 1

    /// The snapshot as data.
    ///
    /// ```json
    /// {"version": 1, "isText": true,
    ///  "fields": {"email": {"value": "a@", "initialValue": null, "isTouched": true,
    ///                       "isChecked": true, "serverErrors": []}},
    ///  "others": {}, "formErrors": []}
    /// ```
    ///
    /// The field of an array with rows has the member `rows`, with the history of their fields. Fields that
    /// are unregistered are members of `unregistered`, as "kept" or "dropped". A value that is absent has
    /// no member. The focus and a submission are not kept.
    public let value: Value

    /// The snapshot as JSON text.
    public var json: String { value.json }

    init(value: Value) {
        self.value = value
    }

    /// Reads a snapshot; whether it fits a form is checked when it is restored.
    ///
    /// - Parameter json: The JSON text of a snapshot.
    /// - Throws: `FormSnapshotError.notJSON`.
    public init(json: String) throws(FormSnapshotError) {
        do throws(JSONError) {
            value = try JSONValueParser.parse(json)
        } catch {
            throw .notJSON(error)
        }
    }
}

/// An error that prevents a snapshot from being restored.
public enum FormSnapshotError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The text is not JSON.
    case notJSON(JSONError)
    /// The value at a place, a JSON Pointer, is not what was expected.
    case unexpected(at: String, String)
    /// The snapshot has a field that the form lacks.
    case unknownField(String)
    /// The form has a field that the snapshot lacks.
    case missingField(String)

    /// A description of what does not fit, and where.
    public var description: String {
        switch self {
        case .notJSON(let error): "the snapshot is not JSON: \(error)"
        case .unexpected(let pointer, let expected):
            "the snapshot has something other than \(expected) at '\(pointer)'"
        case .unknownField(let field):
            "the snapshot has the field '\(field)', which the form lacks"
        case .missingField(let field): "the snapshot lacks the field '\(field)' of the form"
        }
    }
}

/// Reads one object of a snapshot, with the place for errors.
struct SnapshotReader {
    private let object: Value.Object
    private let pointer: String

    init(_ value: Value, at pointer: String = "") throws(FormSnapshotError) {
        guard case .object(let object) = value else {
            throw .unexpected(at: pointer, "an object")
        }
        self.object = object
        self.pointer = pointer
    }

    var members: [(key: String, value: Value)] { object.members }

    func place(of key: String) -> String { pointer + PointerToken.pointer([.key(key)]) }

    /// A member, which may be absent.
    func value(_ key: String) -> Value { object[key] ?? .absent }

    func bool(_ key: String) throws(FormSnapshotError) -> Bool {
        guard case .bool(let bool) = value(key) else {
            throw .unexpected(at: place(of: key), "true or false")
        }
        return bool
    }

    func string(_ key: String) throws(FormSnapshotError) -> String {
        guard case .string(let string) = value(key) else {
            throw .unexpected(at: place(of: key), "a string")
        }
        return string
    }

    func array(_ key: String) throws(FormSnapshotError) -> [Value] {
        guard case .array(let array) = value(key) else {
            throw .unexpected(at: place(of: key), "an array")
        }
        return array
    }

    func object(_ key: String) throws(FormSnapshotError) -> SnapshotReader {
        try SnapshotReader(value(key), at: place(of: key))
    }
}
