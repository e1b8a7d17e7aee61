// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// The texts of a field that mean that it is missing, in records from text.
final class MissingTexts: Sendable {
    /// The maximum number of texts, since each value is compared with all of them.
    static let limit = 100

    private let texts: [[UInt8]]

    /// Creates the texts of a validator, or returns `nil` if it has none.
    init?(_ validator: Validator) {
        guard !validator.missing.isEmpty else { return nil }
        texts = validator.missing.map { Array($0.utf8) }
    }

    /// Returns `true` if a value is one of the texts, byte by byte.
    func contains(_ value: assay_value) -> Bool {
        guard value.kind == ASSAY_STR else { return false }
        return contains(UnsafeBufferPointer(start: value.as.ptr, count: Int(value.len)))
    }

    fileprivate func contains(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        texts.contains { word in
            word.count == text.count && word.withUnsafeBufferPointer { bytesAreEqual($0, text) }
        }
    }
}

extension ValidationSession {
    /// Removes the texts of a column that mean that the field is missing, before anything looks at them.
    func removeMissingTexts(ofColumn index: Int) {
        guard let missing = plan.missingTexts(ofColumn: index) else { return }
        let space = plan.spaceOfColumn[index]
        let column = own(index, in: space)
        for row in 0..<spaces[space].count where missing.contains(column[row]) {
            column[row] = GivenValue.absent
        }
    }
}

extension ValidationPlan {
    /// Returns a record without the texts that mean that a field is missing; an element of an array becomes null.
    package func withoutMissingTexts(_ record: ValidationRecord) -> ValidationRecord {
        guard record.isText, hasMissingTexts else { return record }
        var value = Value.object(record.fields)
        for validator in validators {
            guard let missing = validator.missing else { continue }
            value.remove(missing, at: validator.path.segments[...])
        }
        guard case .object(let fields) = value else { return record }
        var present = ValidationRecord(fields, isText: true)
        let removed = record.fields.members.map(\.key).filter { fields[$0] == nil }
        present.emptyFields = record.emptyFields + removed
        return present
    }
}

extension Value {
    fileprivate mutating func remove(
        _ missing: MissingTexts, at path: ArraySlice<FieldPath.Segment>
    ) {
        guard let segment = path.first else {
            guard case .string(var text) = self, text.withUTF8({ missing.contains($0) }) else {
                return
            }
            self = .absent
            return
        }
        let rest = path.dropFirst()
        switch (segment, self) {
        case (.key(let key), .object(var object)):
            for index in object.members.indices
            where object.members[index].key.hasSameBytes(as: key) {
                object.members[index].value.remove(missing, at: rest)
            }
            object.members.removeAll { $0.value == .absent }
            self = .object(object)
        case (.allElements, .array(var elements)):
            for index in elements.indices { elements[index].removeElement(missing, at: rest) }
            self = .array(elements)
        case (.index(let index), .array(var elements)) where elements.indices.contains(index):
            elements[index].removeElement(missing, at: rest)
            self = .array(elements)
        // A text in the place of an array is its one element.
        case (.allElements, .string), (.index(0), .string): remove(missing, at: rest)
        default: break
        }
    }

    private mutating func removeElement(
        _ missing: MissingTexts, at path: ArraySlice<FieldPath.Segment>
    ) {
        remove(missing, at: path)
        if self == .absent { self = .null }
    }
}
