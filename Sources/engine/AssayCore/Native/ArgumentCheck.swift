// SPDX-License-Identifier: Apache-2.0
package import AssayPluginABI

/// Checks that the host can copy and report the values that a plugin gives as arguments of a violation:
/// their kinds are in the contract, they are no larger than it allows, and numbers are JSON numbers.
///
/// Reports write the text of a number as it is, so that another text could change a report.
///
/// A pointer to memory that does not exist cannot be told from a good one.
package struct ArgumentCheck {
    package static let maximumBytes: UInt64 = 64 << 10
    package static let maximumDepth = 16
    private static let shownBytes = 40

    /// The number of bytes that further values may take.
    private var rest = maximumBytes

    /// The reason a value cannot be copied.
    package enum Rejection: Equatable {
        /// The contract does not have the value's kind.
        case kind(UInt32)
        /// A pointer to bytes, elements or members is NULL, and their number is not 0.
        case null
        /// All values together take more than `maximumBytes`.
        case size
        case depth
        /// The text of a number is not a JSON number; the first bytes of it.
        case number(String)
        /// A number is infinite or not a number.
        case notFinite
    }

    package init() {}

    /// Returns `true` if the value, with all that it holds, can be copied.
    mutating func accepts(_ value: assay_value) -> Bool { rejection(of: value) == nil }

    /// Returns the reason the value, with all that it holds, cannot be copied, or `nil` if it can.
    package mutating func rejection(of value: assay_value) -> Rejection? {
        rejection(of: value, depth: 0)
    }

    private mutating func rejection(of value: assay_value, depth: Int) -> Rejection? {
        guard depth <= Self.maximumDepth else { return .depth }
        switch value.kind {
        case ASSAY_STR, ASSAY_BYTES: return take(value.as.ptr, value.len)
        case ASSAY_DECIMAL: return rejection(ofNumber: value.as.ptr, value.len)
        case ASSAY_F64 where !value.as.f64.isFinite: return .notFinite
        case ASSAY_F64 where value.flags & ASSAY_FLAG_SOURCE_TEXT != 0:
            return rejection(
                ofNumber: UnsafePointer(bitPattern: UInt(value.len)),
                UInt64(value.flags >> ASSAY_SOURCE_TEXT_SHIFT))
        case ASSAY_ARRAY: return rejection(ofElementsOf: value, depth)
        case ASSAY_OBJECT: return rejection(ofMembersOf: value, depth)
        default: return value.kind < ASSAY_KIND_COUNT ? nil : .kind(value.kind)
        }
    }

    private mutating func take(
        _ start: UnsafeRawPointer?, _ count: UInt64, of size: Int = 1
    ) -> Rejection? {
        guard count <= rest / UInt64(size) else { return .size }
        guard start != nil || count == 0 else { return .null }
        rest -= count * UInt64(size)
        return nil
    }

    private mutating func rejection(
        ofNumber start: UnsafePointer<UInt8>?, _ count: UInt64
    ) -> Rejection? {
        if let rejection = take(start, count) { return rejection }
        let text = UnsafeBufferPointer(start: start, count: Int(count))
        if let syntax = try? NumberSyntax(text.span, from: 0), syntax.end == text.count {
            return nil
        }
        return .number(String(decoding: text.prefix(Self.shownBytes), as: UTF8.self))
    }

    private mutating func rejection(ofElementsOf value: assay_value, _ depth: Int) -> Rejection? {
        let items = value.as.items
        let size = MemoryLayout<assay_value>.stride
        if let rejection = take(items, value.len, of: size) { return rejection }
        guard let items else { return nil }
        for index in 0..<Int(value.len) {
            if let rejection = rejection(of: items[index], depth: depth + 1) { return rejection }
        }
        return nil
    }

    private mutating func rejection(ofMembersOf value: assay_value, _ depth: Int) -> Rejection? {
        let members = value.as.members
        let size = MemoryLayout<assay_member>.stride
        if let rejection = take(members, value.len, of: size) { return rejection }
        guard let members else { return nil }
        for index in 0..<Int(value.len) {
            let member = members[index]
            let rejection =
                take(member.key.ptr, member.key.len)
                ?? self.rejection(of: member.value, depth: depth + 1)
            if let rejection { return rejection }
        }
        return nil
    }
}
