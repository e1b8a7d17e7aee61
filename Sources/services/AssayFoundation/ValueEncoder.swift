// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayFoundationValues
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Encodes into a tree of values.
struct ValueEncoder: Encoder {
    /// The node that holds what is encoded so far.
    var node = EncodedNode()
    var codingPath: [any CodingKey] = []
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.become(.object(EncodedNode.Members()))
        return KeyedEncodingContainer(EncodedMembers<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.become(.array([]))
        return EncodedElements(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        EncodedScalar(encoder: self)
    }

    /// An encoder of what a key or an index leads to.
    func inner(_ node: EncodedNode, _ key: any CodingKey) -> ValueEncoder {
        ValueEncoder(node: node, codingPath: codingPath + [key])
    }

    func encode(_ value: some Encodable) throws {
        if let known = try self.value(of: value) {
            node.become(.value(known))
        } else {
            try value.encode(to: self)
        }
    }

    /// The value of what consists of no parts; nil for what encodes its parts itself.
    private func value(of scalar: some Encodable) throws -> Value? {
        switch scalar {
        case let value as Value: value
        case let text as String: .string(text)
        case let bool as Bool: .bool(bool)
        case let integer as any BinaryInteger: Self.value(of: integer)
        case let number as Double: .number(try finite(number))
        // The fewest digits that are this number: 0.1, not 0.10000000149011612.
        case let number as Float: .number(try finite(Double(number.description) ?? .nan))
        case let date as Date: Value(date)
        case let data as Data: .string(data.base64EncodedString())
        case let number as Decimal: Value(number)
        case let url as URL: Value(url)
        default: nil
        }
    }

    private static func value(of integer: some BinaryInteger) -> Value {
        if let number = Int64(exactly: integer) { return .integer(number) }
        if let number = UInt64(exactly: integer) { return .unsignedInteger(number) }
        return .decimal(integer.description)
    }

    private func finite(_ number: Double) throws -> Double {
        guard number.isFinite else {
            throw EncodingError.invalidValue(
                number, .init(codingPath: codingPath, debugDescription: "JSON has no such number."))
        }
        return number
    }
}

/// A place in the tree, to which any number of containers can write.
final class EncodedNode {
    struct Members {
        private(set) var all: [(key: String, node: EncodedNode)] = []
        private var places: [ExactKey: Int] = [:]

        /// The node of a key, which is made if there is none.
        mutating func node(for key: String) -> EncodedNode {
            if let place = places[ExactKey(key)] { return all[place].node }
            let node = EncodedNode()
            places[ExactKey(key)] = all.count
            all.append((key, node))
            return node
        }
    }

    enum Content {
        case nothing
        case value(Value)
        case array([EncodedNode])
        case object(Members)
    }

    private var content = Content.nothing

    /// Begins with a content, unless it is a container that the node is already.
    func become(_ new: Content) {
        switch (content, new) {
        case (.array, .array), (.object, .object): break
        default: content = new
        }
    }

    func member(_ key: any CodingKey) -> EncodedNode {
        guard case .object(var members) = content else { return EncodedNode() }
        content = .nothing  // So that the members are not copied.
        defer { content = .object(members) }
        return members.node(for: key.stringValue)
    }

    var elementCount: Int {
        if case .array(let elements) = content { elements.count } else { 0 }
    }

    func appendElement() -> EncodedNode {
        let node = EncodedNode()
        if case .array(var elements) = content {
            content = .nothing
            elements.append(node)
            content = .array(elements)
        }
        return node
    }

    /// The encoded value, or `nil` if nothing was encoded.
    var value: Value? {
        switch content {
        case .nothing, .value(.absent): nil
        case .value(let value): value
        case .array(let elements): .array(elements.map { $0.value ?? .null })
        case .object(let members):
            .object(
                Value.Object(
                    members.all.compactMap { member in
                        member.node.value.map { (member.key, $0) }
                    }))
        }
    }
}

private struct EncodedMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: ValueEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    private func inner(_ key: any CodingKey) -> ValueEncoder {
        encoder.inner(encoder.node.member(key), key)
    }

    func encodeNil(forKey key: Key) { inner(key).node.become(.value(.null)) }

    func encode(_ value: some Encodable, forKey key: Key) throws { try inner(key).encode(value) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        inner(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        inner(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { inner(PlaceKey.ofSuperclass) }
    func superEncoder(forKey key: Key) -> any Encoder { inner(key) }
}

private struct EncodedElements: UnkeyedEncodingContainer {
    let encoder: ValueEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.node.elementCount }

    private func next() -> ValueEncoder {
        let key = PlaceKey(index: count)
        return encoder.inner(encoder.node.appendElement(), key)
    }

    func encodeNil() { next().node.become(.value(.null)) }

    func encode(_ value: some Encodable) throws { try next().encode(value) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
        next().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }

    func superEncoder() -> any Encoder { next() }
}

private struct EncodedScalar: SingleValueEncodingContainer {
    let encoder: ValueEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil() { encoder.node.become(.value(.null)) }

    func encode(_ value: some Encodable) throws { try encoder.encode(value) }
}
