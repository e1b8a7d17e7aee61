// SPDX-License-Identifier: Apache-2.0

extension Value: Codable {
    private struct MemberKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { return nil }
    }

    /// Reads any JSON-like value; whole numbers stay exact up to 64 bits.
    public init(from decoder: any Decoder) throws {
        if let keyed = try? decoder.container(keyedBy: MemberKey.self) {
            var object = Object()
            for key in keyed.allKeys {
                object.members.append((key.stringValue, try keyed.decode(Value.self, forKey: key)))
            }
            self = .object(object)
        } else if var list = try? decoder.unkeyedContainer() {
            var elements: [Value] = []
            while !list.isAtEnd { elements.append(try list.decode(Value.self)) }
            self = .array(elements)
        } else {
            self = try Value(single: try decoder.singleValueContainer())
        }
    }

    private init(single container: any SingleValueDecodingContainer) throws {
        if container.decodeNil() {
            self = .null
        } else if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let integer = try? container.decode(Int64.self) {
            self = .integer(integer)
        } else if let unsigned = try? container.decode(UInt64.self) {
            self = Value(unsigned)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else {
            self = .string(try container.decode(String.self))
        }
    }

    /// Writes the value; `absent` is written as null, and a `decimal` as the nearest double where
    /// there is one, else as a string.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .array(let elements):
            var list = encoder.unkeyedContainer()
            for element in elements { try list.encode(element) }
        case .object(let object):
            var keyed = encoder.container(keyedBy: MemberKey.self)
            for (key, value) in object.members {
                try keyed.encode(value, forKey: MemberKey(stringValue: key))
            }
        default:
            var container = encoder.singleValueContainer()
            try encode(into: &container)
        }
    }

    private func encode(into container: inout any SingleValueEncodingContainer) throws {
        switch self {
        case .bool(let bool): try container.encode(bool)
        case .integer(let integer): try container.encode(integer)
        case .unsignedInteger(let unsigned): try container.encode(unsigned)
        case .number(let number): try container.encode(number)
        case .decimal(let text):
            if let number = Double(text), number.isFinite {
                try container.encode(number)
            } else {
                try container.encode(text)
            }
        case .string(let string): try container.encode(string)
        case .absent, .null, .array, .object: try container.encodeNil()
        }
    }
}
