// SPDX-License-Identifier: Apache-2.0
public import AssayPluginABI

/// A value as a rule sees it: borrowed from the record for the duration of one call.
///
/// The type is `~Escapable`: a rule that keeps it, or a span of its bytes, past the call does not
/// compile. It is one pointer and costs nothing to pass; `Value(_:)` makes a copy to keep.
@frozen
public struct FieldValue: ~Escapable {
    @usableFromInline let pointer: UnsafePointer<assay_value>

    /// Wraps a value that the caller keeps alive and unchanged while the result is in use.
    @inlinable
    @_lifetime(immortal)
    package init(unsafePointer pointer: UnsafePointer<assay_value>) {
        self.pointer = pointer
    }

    /// The C value that this one wraps, for code that crosses into C.
    ///
    /// Borrowed like `self`.
    @inlinable
    package var unsafePointer: UnsafePointer<assay_value> { pointer }

    /// Returns `true` if the value is of one of some kinds: `value.is([.array, .object])`.
    @inlinable @inline(__always)
    public func `is`(_ kinds: ValueKinds) -> Bool {
        kinds.rawValue & (1 << (pointer.pointee.kind & 31)) != 0
    }

    /// The kind; one that no reader makes, such as the contract's bytes, counts as absent.
    @inlinable
    package var kind: ValueKind { ValueKind(rawValue: pointer.pointee.kind) ?? .absent }

    @inlinable
    package var isAbsent: Bool { pointer.pointee.kind == ASSAY_ABSENT }

    @inlinable
    package var isNull: Bool { pointer.pointee.kind == ASSAY_NULL }

    /// True for a field that is absent or null, on which only rules with the trait `acceptsMissing`
    /// run.
    @inlinable
    public var isAbsentOrNull: Bool { pointer.pointee.kind <= ASSAY_NULL }

    @inlinable
    package var isString: Bool { pointer.pointee.kind == ASSAY_STR }

    @inlinable
    package var isNumber: Bool {
        (1 << pointer.pointee.kind) & ValueKinds.numbers.rawValue != 0
    }

    /// The truth value, or nil for another kind.
    @inlinable
    public var bool: Bool? {
        pointer.pointee.kind == ASSAY_BOOL ? pointer.pointee.as.i64 != 0 : nil
    }

    /// The whole number, or nil for another kind and for numbers above `Int64.max`.
    @inlinable
    public var integer: Int64? {
        pointer.pointee.kind == ASSAY_I64 ? pointer.pointee.as.i64 : nil
    }

    /// The nearest double of a number of any kind but `decimal`, else nil.
    @inlinable
    public var number: Double? {
        switch pointer.pointee.kind {
        case ASSAY_I64: Double(pointer.pointee.as.i64)
        case ASSAY_U64: Double(pointer.pointee.as.u64)
        case ASSAY_F64: pointer.pointee.as.f64
        default: nil
        }
    }

    /// True for a string that is known to have only bytes below 0x80.
    @inlinable
    package var isKnownASCII: Bool { pointer.pointee.flags & ASSAY_FLAG_ASCII != 0 }

    /// The number of elements or members; 0 for other kinds.
    @inlinable
    public var count: Int {
        pointer.pointee.kind >= ASSAY_ARRAY ? Int(pointer.pointee.len) : 0
    }
}

// MARK: - Text

extension FieldValue {
    /// The bytes of a string (valid UTF-8) or of a decimal's text; empty for other kinds.
    @inlinable
    public var utf8: Span<UInt8> {
        @_lifetime(copy self)
        get {
            unsafe _overrideLifetime(
                Span(_unsafeElements: unsafeBytes), copying: self)
        }
    }

    /// The string, or an empty one for other kinds.
    ///
    /// Apple systems have `UTF8Span` since version 26. A rule that also runs on older ones reads `utf8`,
    /// which has the same bytes everywhere.
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @inlinable
    public var string: UTF8Span {
        @_lifetime(copy self)
        get { UTF8Span(unchecked: utf8) }
    }

    /// The bytes of a string or decimal as a buffer, borrowed like `self`; empty for other kinds.
    @inlinable
    package var unsafeBytes: UnsafeBufferPointer<UInt8> {
        guard pointer.pointee.kind == ASSAY_STR || pointer.pointee.kind == ASSAY_DECIMAL else {
            return UnsafeBufferPointer(start: nil, count: 0)
        }
        return UnsafeBufferPointer(start: pointer.pointee.as.ptr, count: Int(pointer.pointee.len))
    }

    /// The text of a number as the input has it, where it was kept; empty otherwise.
    package var sourceText: Span<UInt8> {
        @_lifetime(copy self)
        get {
            unsafe _overrideLifetime(
                Span(_unsafeElements: unsafeSourceText), copying: self)
        }
    }

    /// The text of a number as a buffer, borrowed like `self`; see `sourceText`.
    package var unsafeSourceText: UnsafeBufferPointer<UInt8> {
        let value = pointer.pointee
        if value.kind == ASSAY_DECIMAL { return unsafeBytes }
        guard value.kind == ASSAY_F64, value.flags & ASSAY_FLAG_SOURCE_TEXT != 0 else {
            return UnsafeBufferPointer(start: nil, count: 0)
        }
        return UnsafeBufferPointer(
            start: UnsafePointer(bitPattern: UInt(value.len)),
            count: Int(value.flags >> ASSAY_SOURCE_TEXT_SHIFT))
    }
}

// MARK: - Elements and members

extension FieldValue {
    /// The element at `index` of an array; nil for other kinds and beyond the end.
    @inlinable
    @_lifetime(copy self)
    public func element(_ index: Int) -> FieldValue? {
        guard pointer.pointee.kind == ASSAY_ARRAY, index >= 0, index < count,
            let items = pointer.pointee.as.items
        else { return nil }
        return unsafe _overrideLifetime(FieldValue(unsafePointer: items + index), copying: self)
    }

    /// The last member of an object with this key; nil for other kinds and unknown keys.
    ///
    /// O(members).
    @_lifetime(copy self)
    public func member(_ key: String) -> FieldValue? {
        guard pointer.pointee.kind == ASSAY_OBJECT,
            let members = UnsafePointer<assay_member>(pointer.pointee.as.members)
        else { return nil }
        var key = key
        let found = key.withUTF8 { wanted in
            MemberLookup.find(wanted, in: members, count: Int(pointer.pointee.len))
        }
        guard let found else { return nil }
        return unsafe _overrideLifetime(FieldValue(unsafePointer: found), copying: self)
    }

    /// The key of the member at `index` of an object; nil for other kinds and beyond the end.
    public func key(at index: Int) -> String? {
        guard pointer.pointee.kind == ASSAY_OBJECT, index >= 0, index < count,
            let members = UnsafePointer<assay_member>(pointer.pointee.as.members)
        else { return nil }
        let key = members[index].key
        return String(
            decoding: UnsafeBufferPointer(start: key.ptr, count: Int(key.len)), as: UTF8.self)
    }

    /// The value of the member at `index` of an object; nil for other kinds and beyond the end.
    @_lifetime(copy self)
    public func member(at index: Int) -> FieldValue? {
        guard pointer.pointee.kind == ASSAY_OBJECT, index >= 0, index < count,
            let members = UnsafePointer<assay_member>(pointer.pointee.as.members)
        else { return nil }
        let value = UnsafeRawPointer(members + index)
            .advanced(by: MemberLookup.valueOffset).assumingMemoryBound(to: assay_value.self)
        return unsafe _overrideLifetime(FieldValue(unsafePointer: value), copying: self)
    }
}

/// Finds members of objects by the bytes of their key.
package enum MemberLookup {
    /// The offset of `value` in an `assay_member`, in bytes, which the contract freezes.
    package static let valueOffset = 16

    /// The value of the last member with this key; the last one wins, as in the reader.
    package static func find(
        _ key: UnsafeBufferPointer<UInt8>, in members: UnsafePointer<assay_member>, count: Int
    ) -> UnsafePointer<assay_value>? {
        for index in stride(from: count - 1, through: 0, by: -1) {
            let candidate = members[index].key
            guard Int(candidate.len) == key.count,
                bytesAreEqual(UnsafeBufferPointer(start: candidate.ptr, count: key.count), key)
            else { continue }
            return UnsafeRawPointer(members + index).advanced(by: valueOffset)
                .assumingMemoryBound(to: assay_value.self)
        }
        return nil
    }
}

extension MemberLookup {
    /// The member with this key, or `nil` if the value is not an object or has no such member.
    static func member(
        _ key: String, of value: UnsafePointer<assay_value>
    ) -> UnsafePointer<assay_value>? {
        var key = key
        return key.withUTF8 { member($0, of: value) }
    }

    /// The member with a key of these bytes; see the other `member`.
    @inline(__always)
    static func member(
        _ key: UnsafeBufferPointer<UInt8>, of value: UnsafePointer<assay_value>
    ) -> UnsafePointer<assay_value>? {
        guard value.pointee.kind == ASSAY_OBJECT,
            let members = UnsafePointer<assay_member>(value.pointee.as.members)
        else { return nil }
        return find(key, in: members, count: Int(value.pointee.len))
    }

    /// The text that is the one element where a path takes a text of a record from text as an array, or
    /// `nil` for another value.
    ///
    /// A form has the text alone where it would have several texts as an array.
    @inline(__always)
    static func onlyElement(
        of value: UnsafePointer<assay_value>, isText: Bool
    ) -> UnsafePointer<assay_value>? {
        isText && value.pointee.kind == ASSAY_STR ? value : nil
    }

    /// The element at an index, or `nil` if the value is not an array or ends before it.
    static func element(
        _ index: Int, of value: UnsafePointer<assay_value>
    ) -> UnsafePointer<assay_value>? {
        guard value.pointee.kind == ASSAY_ARRAY, UInt64(index) < value.pointee.len else {
            return nil
        }
        return value.pointee.as.items.map { $0 + index }
    }

    /// The same, where the value may be of a record from text.
    static func element(
        _ index: Int, of value: UnsafePointer<assay_value>, isText: Bool
    ) -> UnsafePointer<assay_value>? {
        element(index, of: value) ?? (index == 0 ? onlyElement(of: value, isText: isText) : nil)
    }
}
