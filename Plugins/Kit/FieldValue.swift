// SPDX-License-Identifier: Apache-2.0
public import AssayPluginABI

/// A value as a rule sees it: borrowed from the record for the duration of one call.
///
/// The type is `~Escapable`, so the compiler rejects a rule that keeps it, or a span of its bytes,
/// past the call. It is one pointer to an `assay_value` and costs nothing to pass.
@frozen
public struct FieldValue: ~Escapable {
    @usableFromInline let pointer: UnsafePointer<assay_value>

    /// Wraps a value that the caller keeps alive and unchanged while the result is in use.
    @inlinable
    @_lifetime(immortal)
    init(_ pointer: UnsafePointer<assay_value>) {
        self.pointer = pointer
    }

    /// The kind; a number that no version of the contract knows counts as absent.
    @inlinable
    public var kind: ValueKind { ValueKind(rawValue: pointer.pointee.kind) ?? .absent }

    /// `true` if the record has no such field.
    @inlinable
    public var isAbsent: Bool { kind == .absent }

    /// `true` if the value is JSON's `null`.
    @inlinable
    public var isNull: Bool { kind == .null }

    /// `true` if the field is absent or null.
    @inlinable
    public var isAbsentOrNull: Bool { pointer.pointee.kind <= ASSAY_NULL }

    /// `true` if the value is a text.
    @inlinable
    public var isString: Bool { pointer.pointee.kind == ASSAY_STR }

    /// The truth value, or nil for another kind.
    @inlinable
    public var bool: Bool? {
        pointer.pointee.kind == ASSAY_BOOL ? pointer.pointee.as.i64 != 0 : nil
    }

    /// The whole number, or nil for another kind and for numbers above `Int64.max`.
    @inlinable
    public var integer: Int64? { pointer.pointee.kind == ASSAY_I64 ? pointer.pointee.as.i64 : nil }

    /// A whole number above `Int64.max`, or nil.
    @inlinable
    public var unsignedInteger: UInt64? {
        pointer.pointee.kind == ASSAY_U64 ? pointer.pointee.as.u64 : nil
    }

    /// The nearest double of a number, or nil for another kind and beyond the range of a double.
    @inlinable
    public var number: Double? {
        switch pointer.pointee.kind {
        case ASSAY_I64: Double(pointer.pointee.as.i64)
        case ASSAY_U64: Double(pointer.pointee.as.u64)
        case ASSAY_F64: pointer.pointee.as.f64
        default: nil
        }
    }

    /// The bytes of a string (valid UTF-8), or of a number's text beyond the range of a double;
    /// empty for other kinds.
    @inlinable
    public var utf8: Span<UInt8> {
        @_lifetime(copy self)
        get {
            let kind = pointer.pointee.kind
            let isText = kind == ASSAY_STR || kind == ASSAY_DECIMAL
            let bytes = UnsafeBufferPointer(
                start: isText ? pointer.pointee.as.ptr : nil,
                count: isText ? Int(pointer.pointee.len) : 0)
            return unsafe _overrideLifetime(Span(_unsafeElements: bytes), copying: self)
        }
    }

    /// The string, or an empty one for other kinds.
    @inlinable
    public var string: UTF8Span {
        @_lifetime(copy self)
        get { UTF8Span(unchecked: utf8) }
    }

    /// The number of elements or members; 0 for other kinds.
    @inlinable
    public var count: Int {
        kind == .array || kind == .object ? Int(pointer.pointee.len) : 0
    }

    /// The element at `index` of an array; nil for other kinds and beyond the end.
    @inlinable
    @_lifetime(copy self)
    public func element(_ index: Int) -> FieldValue? {
        guard kind == .array, index >= 0, index < count, let items = pointer.pointee.as.items
        else { return nil }
        return unsafe _overrideLifetime(FieldValue(items + index), copying: self)
    }

    /// The key of the member at `index` of an object; nil for other kinds and beyond the end.
    public func key(at index: Int) -> String? {
        member(index).map { String($0.pointee.key) }
    }

    /// The value of the member at `index` of an object; nil for other kinds and beyond the end.
    @_lifetime(copy self)
    public func member(at index: Int) -> FieldValue? {
        guard let member = member(index) else { return nil }
        return unsafe _overrideLifetime(FieldValue(Self.value(of: member)), copying: self)
    }

    /// The last member of an object with this key, byte by byte; nil for other kinds and unknown keys.
    ///
    /// O(members).
    @_lifetime(copy self)
    public func member(_ key: String) -> FieldValue? {
        var index = count - 1
        while let member = member(index) {
            if key.utf8.elementsEqual(member.pointee.key.bytes) {
                return unsafe _overrideLifetime(FieldValue(Self.value(of: member)), copying: self)
            }
            index -= 1
        }
        return nil
    }

    private func member(_ index: Int) -> UnsafePointer<assay_member>? {
        guard kind == .object, index >= 0, index < count else { return nil }
        return UnsafePointer(pointer.pointee.as.members).map { $0 + index }
    }

    /// `value` follows the 16 bytes of the key, by the contract.
    private static func value(of member: UnsafePointer<assay_member>) -> UnsafePointer<assay_value>
    {
        (UnsafeRawPointer(member) + 16).assumingMemoryBound(to: assay_value.self)
    }
}

extension assay_str {
    /// The bytes, as long as they are borrowed.
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: ptr, count: Int(len)) }
}

extension String {
    init(_ text: assay_str) {
        self = String(decoding: text.bytes, as: UTF8.self)
    }
}
