// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

extension Value {
    /// Copies a borrowed value.
    ///
    /// Arrays and objects are copied whole: O(size).
    public init(_ value: FieldValue) {
        let raw = value.unsafePointer.pointee
        switch value.kind {
        case .absent: self = .absent
        case .null: self = .null
        case .bool: self = .bool(raw.as.i64 != 0)
        case .integer: self = .integer(raw.as.i64)
        case .unsignedInteger: self = Value(raw.as.u64)
        case .number: self = Value(number: raw.as.f64, text: value.unsafeSourceText)
        case .decimal: self = .decimal(String(decoding: value.unsafeBytes, as: UTF8.self))
        case .string: self = .string(String(decoding: value.unsafeBytes, as: UTF8.self))
        case .array: self = .array(Value.elements(of: value) { Value($0) })
        case .object: self = .object(Value.members(of: value))
        }
    }

    /// Copies a value of a record, whose texts were checked to be UTF-8 when the record was made.
    init(ofRecord value: FieldValue) {
        if value.isString {
            self = .string(String(copying: value.utf8, isKnownASCII: value.isKnownASCII))
        } else if value.kind == .array {
            self = .array(Value.elements(of: value) { Value(ofRecord: $0) })
        } else {
            self.init(value)
        }
    }

    /// Keeps the text where the double's own description would differ from it.
    private init(number: Double, text: UnsafeBufferPointer<UInt8>) {
        let description = number.description
        if text.isEmpty || text.elementsEqual(description.utf8) {
            self = .number(number)
        } else {
            self = .decimal(String(decoding: text, as: UTF8.self))
        }
    }

    @inline(__always)
    private static func elements(of value: FieldValue, _ copy: (FieldValue) -> Value) -> [Value] {
        var elements: [Value] = []
        elements.reserveCapacity(value.count)
        for index in 0..<value.count {
            if let element = value.element(index) { elements.append(copy(element)) }
        }
        return elements
    }

    private static func members(of value: FieldValue) -> Object {
        var object = Object()
        for index in 0..<value.count {
            guard let key = value.key(at: index), let member = value.member(at: index) else {
                continue
            }
            object.members.append((key, Value(member)))
        }
        return object
    }
}
