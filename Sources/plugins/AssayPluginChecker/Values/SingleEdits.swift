// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// The values that differ from another one by a single edit.
///
/// An edit is what a person or a program may get wrong: a member that is missing, null or called
/// otherwise, a digit in place of another one, a character too many. No member is doubled: rules see
/// each key once.
enum SingleEdits {
    /// One value of each kind, to take the place of another one.
    private static let ofEachKind: [Value] = [
        .null, .bool(true), .integer(0), .number(0.5), .string(""), .array([]),
        .object(Value.Object()),
    ]

    /// Returns the edits of a value, nested ones included, without the value itself.
    ///
    /// - Parameters:
    ///   - value: The value to edit.
    ///   - limit: The largest number of edits; those of large values are picked evenly.
    /// - Returns: The edits, in an order that stays.
    static func of(_ value: Value, limit: Int) -> [Value] {
        let edits = all(of: value)
        guard edits.count > limit, limit > 0 else { return edits }
        return (0..<limit).map { edits[$0 * edits.count / limit] }
    }

    private static func all(of value: Value) -> [Value] {
        let others = ofEachKind.filter { $0.kind != value.kind }
        switch value {
        case .integer(let integer): return numbers(around: integer).map(Value.integer) + others
        case .number(let number):
            let edits = [-number, number + 1, number - 1, number * 10, number / 10, 0]
            return edits.filter { $0.isFinite && $0 != number }.map(Value.number) + others
        case .bool(let bool): return [.bool(!bool)] + others
        case .string(let text): return texts(of: text).map(Value.string) + others
        case .array(let elements): return arrays(of: elements).map(Value.array) + others
        case .object(let object): return objects(of: object).map(Value.object) + others
        default: return others
        }
    }

    private static func numbers(around integer: Int64) -> [Int64] {
        [
            integer &+ 1, integer &- 1, 0 &- integer, integer &* 10, integer / 10, 0,
            integer &+ 10, integer &- 10, integer &+ 100, integer &- 100,
        ].filter { $0 != integer }
    }

    // MARK: - Texts

    /// The number of scalars at the start and at the end of a text that are edited.
    private static let editedScalars = 64

    private static func texts(of text: String) -> [String] {
        let scalars = Array(text.unicodeScalars)
        var edits: [[Unicode.Scalar]] = [[" "] + scalars, scalars + [" "], scalars + ["\0"]]
        for place in scalars.indices
        where place < editedScalars || place >= scalars.count - editedScalars {
            let scalar = scalars[place]
            edits.append(replacing(place, in: scalars, by: []))
            edits.append(replacing(place, in: scalars, by: [scalar, scalar]))
            for other in replacements(for: scalar) {
                edits.append(replacing(place, in: scalars, by: [other]))
            }
            if place + 1 < scalars.count, scalars[place + 1] != scalar {
                var swapped = scalars
                swapped.swapAt(place, place + 1)
                edits.append(swapped)
            }
        }
        return edits.map { scalars in
            var view = String.UnicodeScalarView()
            view.append(contentsOf: scalars)
            return String(view)
        }
    }

    private static func replacing(
        _ place: Int, in scalars: [Unicode.Scalar], by others: [Unicode.Scalar]
    ) -> [Unicode.Scalar] {
        scalars[..<place] + others + scalars[(place + 1)...]
    }

    /// Digits for a digit, letters for a letter, and a character of another kind.
    static func replacements(for scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        let digits = "0123456789".unicodeScalars
        if digits.contains(scalar) { return digits.filter { $0 != scalar } + ["A"] }
        guard scalar.isASCII, scalar.properties.isAlphabetic else { return ["0", "A", " "] }
        let isLower = scalar.properties.isLowercase
        let letters = (isLower ? "amz" : "AMZ").unicodeScalars.filter { $0 != scalar }
        return letters + [Unicode.Scalar(UInt8(scalar.value) ^ 0x20), "0"]
    }

    // MARK: - Arrays and objects

    /// The number of elements or members at the start and at the end that are edited.
    private static let editedEntries = 16
    /// The number of edits after which no further ones are made of a large array or object.
    private static let mostEdits = 8192

    private static func isEdited(_ index: Int, of count: Int) -> Bool {
        index < editedEntries || index >= count - editedEntries
    }

    private static func arrays(of elements: [Value]) -> [[Value]] {
        var edits: [[Value]] = elements.isEmpty ? [] : [[]]
        edits.append(elements + [.null])
        for (index, element) in elements.enumerated()
        where isEdited(index, of: elements.count) && edits.count < mostEdits {
            var dropped = elements
            dropped.remove(at: index)
            edits.append(dropped)
            edits.append(Array(elements[...index]) + Array(elements[index...]))
            for edit in all(of: element) {
                var edited = elements
                edited[index] = edit
                edits.append(edited)
            }
        }
        return edits
    }

    private static func objects(of object: Value.Object) -> [Value.Object] {
        var edits = [Value.Object(object.members + [("unknown", .integer(1))])]
        for (index, member) in object.members.enumerated()
        where isEdited(index, of: object.members.count) && edits.count < mostEdits {
            var dropped = object
            dropped.members.remove(at: index)
            edits.append(dropped)
            for key in [member.key + "x", member.key.uppercased(), ""] where key != member.key {
                var renamed = object
                renamed.members[index].key = key
                edits.append(renamed)
            }
            for edit in all(of: member.value) {
                var edited = object
                edited.members[index].value = edit
                edits.append(edited)
            }
        }
        return edits
    }

    /// A value of another kind.
    static func otherKind(than value: Value, at index: Int) -> Value {
        let others = ofEachKind.filter { $0.kind != value.kind }
        return others[index % others.count]
    }
}
