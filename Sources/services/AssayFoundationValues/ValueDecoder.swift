// SPDX-License-Identifier: Apache-2.0
package import AssayCore
#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// Decodes from a tree of values, as `JSONDecoder` does from the text.
///
/// Unlike there, keys are equal where their bytes are, as they are for rules, and every error has its path.
package struct ValueDecoder: Decoder {
    private let value: Value
    /// The value as rules have read it, or `nil` if no rule has.
    private let read: Value?
    package let codingPath: [any CodingKey]
    /// The keys of a dictionary are data, which no strategy converts.
    private let isDictionary: Bool
    /// The number of values around this one that placeholders replace, or 0 for a value of the document.
    private let placeholderDepth: Int
    private let options: DecodingOptions

    /// - Parameters:
    ///   - value: What is decoded.
    ///   - decoder: Its strategies are used.
    package init(_ value: Value, _ decoder: JSONDecoder) {
        self.init(value, read: nil, at: [], DecodingOptions(decoder, isText: false))
    }

    /// Decodes from texts.
    ///
    /// - Parameters:
    ///   - texts: What is decoded: numbers and booleans are in texts.
    ///   - read: The same with the numbers and booleans that rules have read, each in its place.
    ///   - decoder: Its strategies are used.
    package init(texts: Value, read: Value, _ decoder: JSONDecoder) {
        self.init(texts, read: read, at: [], DecodingOptions(decoder, isText: true))
    }

    private init(
        _ value: Value, read: Value?, at codingPath: [any CodingKey], isDictionary: Bool = false,
        placeholderDepth: Int = 0, _ options: DecodingOptions
    ) {
        self.value = value
        self.read = read
        self.codingPath = codingPath
        self.isDictionary = isDictionary
        self.placeholderDepth = placeholderDepth
        self.options = options
    }

    package var userInfo: [CodingUserInfoKey: Any] { options.decoder.userInfo }

    package func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<
        Key
    > {
        if needsPlaceholder {
            return KeyedDecodingContainer(
                DecodedMembers<Key>(decoder: placeholder, members: members(of: Value.Object())))
        }
        guard case .object(let object) = value else { throw mismatch([String: Any].self) }
        return KeyedDecodingContainer(
            DecodedMembers<Key>(decoder: self, members: members(of: object)))
    }

    package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        if needsPlaceholder {
            return DecodedElements(decoder: placeholder, elements: [], read: nil)
        }
        guard case .array(let elements) = options.isText ? value.asArray : value else {
            throw mismatch([Any].self)
        }
        return DecodedElements(decoder: self, elements: elements, read: read?.elements)
    }

    package func singleValueContainer() -> any SingleValueDecodingContainer {
        DecodedScalar(decoder: self)
    }

    /// A decoder of what a key or an index leads to.
    func inner(_ value: Value, read: Value?, _ key: any CodingKey) -> ValueDecoder {
        ValueDecoder(
            value, read: read, at: codingPath + [key], placeholderDepth: placeholderDepth, options)
    }

    /// A decoder of a member that the document lacks.
    ///
    /// - Throws: The error about it, unless a placeholder replaces the member.
    fileprivate func missing(_ key: any CodingKey) throws -> ValueDecoder {
        let inner = inner(.null, read: nil, key)
        guard inner.needsPlaceholder else {
            throw DecodingError.keyNotFound(
                key, .init(codingPath: codingPath, debugDescription: "There is no such key."))
        }
        return inner.placeholder
    }

    var isNull: Bool { value == .null }

    /// `true` if the value is a part of a placeholder.
    fileprivate var isPlaceholder: Bool { placeholderDepth > 0 }

    private func members(of object: Value.Object) -> MemberTable {
        MemberTable(object, read: read) { key in
            isDictionary ? key : options.codingKey(of: key, at: codingPath)
        }
    }

    // MARK: - Values

    package func decode<Decoded: Decodable>(_ type: Decoded.Type) throws -> Decoded {
        if needsPlaceholder { return try placeholder(for: type) }
        if type is any StringKeyedDictionary.Type, !isDictionary {
            return try Decoded(
                from: ValueDecoder(
                    value, read: read, at: codingPath, isDictionary: true, options))
        }
        if options.isText, let typed = typed(for: type) {
            return try ValueDecoder(typed, read: nil, at: codingPath, options)
                .decodeValue(type)
        }
        return try decodeValue(type)
    }

    /// Returns the number or boolean that a text represents, or `nil` if the text itself is
    /// decoded.
    ///
    /// What rules have read comes first: `1.234` can be another number for them than for JSON.
    private func typed(for type: any Decodable.Type) -> Value? {
        guard case .string(let text) = value else { return nil }
        let isNumber =
            type is any FixedWidthInteger.Type || type is Double.Type || type is Float.Type
            || type is Decimal.Type || (type is Date.Type && options.hasNumericDates)
        guard isNumber || type is Bool.Type else { return nil }
        switch read {
        case .bool? where !isNumber: return read
        case .integer?, .unsignedInteger?, .number?, .decimal?: if isNumber { return read }
        default: break
        }
        // `boolean` takes the words in any case.
        let word = type is Bool.Type ? text.lowercased() : text
        guard let typed = try? Value(json: word) else { return nil }
        switch typed {
        case .bool, .integer, .unsignedInteger, .number, .decimal: return typed
        default: return nil
        }
    }

    private func decodeValue<Decoded: Decodable>(_ type: Decoded.Type) throws -> Decoded {
        guard let known = try known(type) else { return try Decoded(from: self) }
        guard let decoded = known as? Decoded else { throw mismatch(type) }
        return decoded
    }

    /// The value of a type that consists of no parts; nil for other types.
    private func known(_ type: any Decodable.Type) throws -> Any? {
        switch type {
        case is Value.Type: return value
        case is Bool.Type:
            guard case .bool(let bool) = value else { throw mismatch(type) }
            return bool
        case is String.Type:
            guard case .string(let text) = value else { throw mismatch(type) }
            return text
        case let type as any (FixedWidthInteger & Decodable).Type: return try integer(type)
        case is Double.Type: return try number(Double.self)
        case is Float.Type: return try number(Float.self)
        case is Date.Type: return try leaf(Date.self)
        case is Data.Type: return try leaf(Data.self)
        case is Decimal.Type: return try leaf(Decimal.self)
        case is URL.Type: return try leaf(URL.self)
        default: return nil
        }
    }

    private func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
        let number: Number?
        switch value {
        case .integer(let integer): number = Number(exactly: integer)
        case .unsignedInteger(let integer): number = Number(exactly: integer)
        case .number(let double): number = Number(exactly: double)
        case .decimal(let text): number = Number(text) ?? exactly(text)
        default: throw mismatch(type)
        }
        guard let number else { throw corrupted }
        return number
    }

    /// A whole number with an exponent or a fraction.
    private func exactly<Number: FixedWidthInteger>(_ text: String) -> Number? {
        guard let double = Double(text), .number(double) == value else { return nil }
        return Number(exactly: double)
    }

    private func number<Number: LosslessStringConvertible & BinaryFloatingPoint & Decodable>(
        _ type: Number.Type
    ) throws -> Number {
        switch value {
        case .integer, .unsignedInteger, .number, .decimal:
            guard let number = Number(value.json), number.isFinite else { throw corrupted }
            return number
        case .string:
            // A strategy can have texts for numbers that JSON lacks.
            guard case .throw = options.decoder.nonConformingFloatDecodingStrategy else {
                return try leaf(type)
            }
            throw mismatch(type)
        default: throw mismatch(type)
        }
    }

    /// Decodes a value with the JSON decoder, and gives its errors their place.
    private func leaf<Leaf: Decodable>(_ type: Leaf.Type) throws -> Leaf {
        guard !isNull else { throw mismatch(type) }
        do {
            return try options.decoder.decode(type, from: Data(value.json.utf8))
        } catch DecodingError.typeMismatch(let type, let context) {
            throw DecodingError.typeMismatch(type, placed(context))
        } catch DecodingError.valueNotFound(let type, let context) {
            throw DecodingError.valueNotFound(type, placed(context))
        } catch DecodingError.keyNotFound(let key, let context) {
            throw DecodingError.keyNotFound(key, placed(context))
        } catch DecodingError.dataCorrupted(let context) {
            throw DecodingError.dataCorrupted(placed(context))
        }
    }

    private func placed(_ context: DecodingError.Context) -> DecodingError.Context {
        .init(
            codingPath: codingPath + context.codingPath, debugDescription: context.debugDescription,
            underlyingError: context.underlyingError)
    }

    private func mismatch(_ type: any Any.Type) -> DecodingError {
        isNull
            ? .valueNotFound(
                type, .init(codingPath: codingPath, debugDescription: "Found null instead."))
            : .typeMismatch(
                type, .init(codingPath: codingPath, debugDescription: "Found another type."))
    }

    private var corrupted: DecodingError {
        .dataCorrupted(
            .init(codingPath: codingPath, debugDescription: "The number does not fit."))
    }

    // MARK: - All mismatches

    /// The most mismatches that are found in one document.
    private static let mostMismatches = 100
    /// The most bytes that are decoded again to find them, so that a long document costs no more than twice
    /// its usual time or this much.
    private static let mostBytesAgain = 1 << 22
    private static let mostPlaceholders = 10_000
    private static let deepestPlaceholder = 32

    /// Returns the errors that decoding has besides a first one.
    ///
    /// The document is decoded again with a value of the right type in place of each that the type does not
    /// accept, until there is no error or one for which no such value is known. An error that the type handles
    /// itself, as one with several forms does, is none.
    ///
    /// - Parameters:
    ///   - type: The type of the document.
    ///   - first: The error that decoding it has thrown.
    ///   - byteCount: The length of the document.
    /// - Returns: All errors, the first one included, in the order in which the type finds them.
    package func mismatches<Decoded: Decodable>(
        of type: Decoded.Type, after first: DecodingError, byteCount: Int
    ) -> [DecodingError] {
        var errors = [first]
        let passes = max(1, Self.mostBytesAgain / max(1, byteCount))
        defer { options.replaced = [] }
        while errors.count < min(Self.mostMismatches, passes + 1), let last = errors.last {
            let place = DecodedPlace(last.path)
            guard !place.isDocument, options.replaced.insert(place).inserted else { break }
            options.placeholdersLeft = Self.mostPlaceholders
            do {
                _ = try decode(type)
                return errors
            } catch let error as DecodingError {
                // There is no placeholder for this value, or for a part of one, so that nothing after it is
                // decoded.
                let isOfPlaceholder = error.path.indices.contains { end in
                    options.replaced.contains(DecodedPlace(Array(error.path[...end])))
                }
                if isOfPlaceholder { return errors }
                errors.append(error)
            } catch {
                return errors
            }
        }
        return errors
    }

    /// `true` if the value is replaced, or is a part of a placeholder.
    private var needsPlaceholder: Bool {
        placeholderDepth > 0
            || !options.replaced.isEmpty && options.replaced.contains(DecodedPlace(codingPath))
    }

    /// The decoder of a placeholder for this value, which is null and has no members.
    private var placeholder: ValueDecoder {
        ValueDecoder(
            .null, read: nil, at: codingPath, placeholderDepth: placeholderDepth + 1, options)
    }

    /// Returns a value of a type, in place of one that the type does not accept.
    private func placeholder<Decoded: Decodable>(for type: Decoded.Type) throws -> Decoded {
        options.placeholdersLeft -= 1
        guard options.placeholdersLeft > 0, placeholderDepth < Self.deepestPlaceholder else {
            throw mismatch(type)
        }
        if let known = Self.placeholder(forLeaf: type) as? Decoded { return known }
        if let cases = type as? any CaseIterable.Type, let first = Self.first(of: cases) as? Decoded
        {
            return first
        }
        do {
            return try Decoded(from: placeholder)
        } catch let error as DecodingError {
            guard let first = Self.firstCase(of: type) else { throw error }
            return first
        }
    }

    private static func first<Cases: CaseIterable>(of type: Cases.Type) -> Any? {
        type.allCases.first
    }

    /// Returns the first case of an enumeration without associated values, or `nil` for a type that may be
    /// another.
    ///
    /// Its bits are zero, which is also a value of every other type of one or two bytes: it can consist of
    /// nothing but such enumerations, Booleans and small numbers. A type without bytes has a value only if
    /// it is known to have one, as an enumeration with a raw value has.
    static func firstCase<Cases>(of type: Cases.Type) -> Cases? {
        let size = MemoryLayout<Cases>.size
        guard size == 0 ? type is any RawRepresentable.Type : size <= 2 else { return nil }
        return withUnsafeTemporaryAllocation(byteCount: 2, alignment: 2) { bytes in
            bytes.initializeMemory(as: UInt8.self, repeating: 0)
            return bytes.load(as: type)
        }
    }

    private static func placeholder(forLeaf type: any Decodable.Type) -> Any? {
        switch type {
        case is Value.Type: Value.null
        case is Bool.Type: false
        case is String.Type: ""
        case let type as any FixedWidthInteger.Type: type.init(0)
        case is Double.Type: 0.0
        case is Float.Type: Float(0)
        case is Date.Type: Date(timeIntervalSince1970: 0)
        case is Data.Type: Data()
        case is Decimal.Type: Decimal(0)
        case is URL.Type: URL(string: "about:blank")
        default: nil
        }
    }

    // MARK: - Places

    /// The way through the document that a path of coding keys is.
    ///
    /// - Parameter path: From this decoder's value on.
    /// - Returns: Keys as the document has them, and whether there is a value.
    package func path(along path: [any CodingKey]) -> (tokens: [PointerToken], isFound: Bool) {
        var tokens: [PointerToken] = []
        var current: Value? = value
        var walked: [any CodingKey] = []
        for key in path {
            let (token, next) = Self.step(key, from: current) {
                self.options.codingKey(of: $0, at: walked)
            }
            tokens.append(token)
            current = next
            walked.append(key)
        }
        return (tokens, current != nil)
    }

    private static func step(
        _ key: any CodingKey, from value: Value?, _ codingKey: (String) -> String
    ) -> (PointerToken, Value?) {
        switch (value, key.intValue) {
        case (.array(let elements), let index?):
            let element: Value? = elements.indices.contains(index) ? elements[index] : .none
            return (.index(index), element)
        case (.object(let object), _):
            let wanted = ExactKey(key.stringValue)
            // The key itself, where it is one of a dictionary.
            let member =
                object.members.last { ExactKey(codingKey($0.key)) == wanted }
                ?? object.members.last { ExactKey($0.key) == wanted }
            return (.key(member?.key ?? key.stringValue), member?.value)
        default: return (.key(key.stringValue), nil)
        }
    }
}

/// Dictionaries whose keys are those of the document.
private protocol StringKeyedDictionary {}
extension Dictionary: StringKeyedDictionary where Key == String {}

/// A place in a document as coding keys lead to it, compared by bytes.
private struct DecodedPlace: Hashable {
    private let keys: [ExactKey]

    init(_ path: [any CodingKey]) {
        keys = path.map { ExactKey($0.intValue.map { "#\($0)" } ?? "." + $0.stringValue) }
    }

    /// `true` if the place is the document itself.
    var isDocument: Bool { keys.isEmpty }
}

extension DecodingError {
    /// The path to the value that the error is about.
    fileprivate var path: [any CodingKey] {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context),
            .dataCorrupted(let context):
            context.codingPath
        case .keyNotFound(let key, let context): context.codingPath + [key]
        @unknown default: []
        }
    }
}

/// The strategies of a decoder, and the values that placeholders replace.
private final class DecodingOptions {
    let decoder: JSONDecoder
    /// The places whose values are replaced, because the type does not accept them.
    var replaced: Set<DecodedPlace> = []
    /// The number of further placeholders that one decoding may make.
    var placeholdersLeft = 0
    /// Numbers and booleans are in texts.
    let isText: Bool
    private var converted: [ExactKey: String] = [:]

    init(_ decoder: JSONDecoder, isText: Bool) {
        self.decoder = decoder
        self.isText = isText
    }

    var hasNumericDates: Bool {
        switch decoder.dateDecodingStrategy {
        case .deferredToDate, .secondsSince1970, .millisecondsSince1970: true
        default: false
        }
    }

    /// The key that a type knows for a key of the document.
    func codingKey(of key: String, at path: [any CodingKey]) -> String {
        switch decoder.keyDecodingStrategy {
        case .useDefaultKeys: return key
        case .custom(let convert): return convert(path + [PlaceKey(stringValue: key)]).stringValue
        default:
            if let known = converted[ExactKey(key)] { return known }
            let codingKey = askedKey(for: key)
            converted[ExactKey(key)] = codingKey
            return codingKey
        }
    }

    /// Returns the key that the decoder makes of a key of the document.
    private func askedKey(for key: String) -> String {
        let object = Value.object(Value.Object([(key, .null)])).json
        return (try? decoder.decode(KeyOfObject.self, from: Data(object.utf8)))?.key ?? key
    }

    private struct KeyOfObject: Decodable {
        let key: String?

        init(from decoder: any Decoder) throws {
            key = try decoder.container(keyedBy: PlaceKey.self).allKeys.first?.stringValue
        }
    }
}

/// The members of an object by the keys of its type.
private struct MemberTable {
    /// The keys in the order of the document.
    private(set) var keys: [String] = []
    private var values: [ExactKey: (value: Value, read: Value?)] = [:]

    /// - Parameters:
    ///   - object: The object.
    ///   - read: The object as rules have read it.
    ///   - codingKey: Returns the key of the type.
    init(_ object: Value.Object, read: Value?, _ codingKey: (String) -> String) {
        for (own, value) in object.members {
            let key = codingKey(own)
            let member = (value, read?[own])
            if values.updateValue(member, forKey: ExactKey(key)) == nil { keys.append(key) }
        }
    }

    subscript(_ key: any CodingKey) -> (value: Value, read: Value?)? {
        values[ExactKey(key.stringValue)]
    }
}

private struct DecodedMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ValueDecoder
    let members: MemberTable
    var codingPath: [any CodingKey] { decoder.codingPath }

    /// A placeholder has one key, since an enumeration with associated values has one for its case.
    var allKeys: [Key] {
        if decoder.isPlaceholder { return ValueDecoder.firstCase(of: Key.self).map { [$0] } ?? [] }
        return members.keys.compactMap { Key(stringValue: $0) }
    }

    func contains(_ key: Key) -> Bool { members[key] != nil }

    private func inner(_ key: Key) throws -> ValueDecoder {
        guard let (value, read) = members[key] else { return try decoder.missing(key) }
        return decoder.inner(value, read: read, key)
    }

    func decodeNil(forKey key: Key) throws -> Bool { try inner(key).isNull }

    func decode<Decoded: Decodable>(_ type: Decoded.Type, forKey key: Key) throws -> Decoded {
        try inner(key).decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try inner(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try inner(key).unkeyedContainer()
    }

    // What a superclass needs may all be optional.
    func superDecoder() -> any Decoder {
        let key = PlaceKey.ofSuperclass
        return decoder.inner(members[key]?.value ?? .null, read: members[key]?.read, key)
    }

    func superDecoder(forKey key: Key) -> any Decoder {
        decoder.inner(members[key]?.value ?? .null, read: members[key]?.read, key)
    }
}

private struct DecodedElements: UnkeyedDecodingContainer {
    let decoder: ValueDecoder
    let elements: [Value]
    /// The elements as rules have read them, or `nil` if no rule has.
    let read: [Value]?
    var currentIndex = 0
    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    /// Reads the next element, which stays the next one if it cannot be read.
    private mutating func next<Read>(_ read: (ValueDecoder) throws -> Read) throws -> Read {
        let key = PlaceKey(index: currentIndex)
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                Read.self,
                .init(codingPath: codingPath + [key], debugDescription: "The array has ended."))
        }
        let own = self.read.flatMap { $0.indices.contains(currentIndex) ? $0[currentIndex] : nil }
        let result = try read(decoder.inner(elements[currentIndex], read: own, key))
        currentIndex += 1
        return result
    }

    mutating func decodeNil() throws -> Bool {
        let isNull = try next(\.isNull)
        if !isNull { currentIndex -= 1 }
        return isNull
    }

    mutating func decode<Decoded: Decodable>(_ type: Decoded.Type) throws -> Decoded {
        try next { try $0.decode(type) }
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try next { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try next { $0 } }
}

private struct DecodedScalar: SingleValueDecodingContainer {
    let decoder: ValueDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.isNull }

    func decode<Decoded: Decodable>(_ type: Decoded.Type) throws -> Decoded {
        try decoder.decode(type)
    }
}

extension Value {
    /// The array that a single text of a form is.
    fileprivate var asArray: Value {
        if case .string = self { return .array([self]) }
        return self
    }

    /// The elements of an array, or this value alone, which was one text.
    fileprivate var elements: [Value] {
        if case .array(let elements) = self { elements } else { [self] }
    }
}
