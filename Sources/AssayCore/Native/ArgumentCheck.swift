// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// Holds the values that a plugin gives as arguments of a violation against what the host copies:
/// kinds of the contract, and no more than the contract allows.
///
/// A pointer to memory that does not exist cannot be told from a good one.
struct ArgumentCheck {
    /// What may still come, in bytes.
    private var rest: UInt64 = 64 << 10
    private static let maximumDepth = 16

    /// Whether the value, with all that it holds, can be copied.
    mutating func accepts(_ value: assay_value, depth: Int = 0) -> Bool {
        guard depth <= Self.maximumDepth else { return false }
        switch value.kind {
        case ASSAY_STR, ASSAY_DECIMAL, ASSAY_BYTES: return takes(value.as.ptr, value.len)
        case ASSAY_F64 where value.flags & ASSAY_FLAG_SOURCE_TEXT != 0:
            let text = UnsafeRawPointer(bitPattern: UInt(value.len))
            return takes(text, UInt64(value.flags >> ASSAY_SOURCE_TEXT_SHIFT))
        case ASSAY_ARRAY: return acceptsElements(value, depth)
        case ASSAY_OBJECT: return acceptsMembers(value, depth)
        default: return value.kind < ASSAY_KIND_COUNT
        }
    }

    private mutating func takes(
        _ start: UnsafeRawPointer?, _ count: UInt64, of size: Int = 1
    ) -> Bool {
        guard count <= rest / UInt64(size), start != nil || count == 0 else { return false }
        rest -= count * UInt64(size)
        return true
    }

    private mutating func acceptsElements(_ value: assay_value, _ depth: Int) -> Bool {
        let items = value.as.items
        guard takes(items, value.len, of: MemoryLayout<assay_value>.stride) else { return false }
        guard let items else { return true }
        for index in 0..<Int(value.len) {
            guard accepts(items[index], depth: depth + 1) else { return false }
        }
        return true
    }

    private mutating func acceptsMembers(_ value: assay_value, _ depth: Int) -> Bool {
        let members = value.as.members
        guard takes(members, value.len, of: MemoryLayout<assay_member>.stride) else {
            return false
        }
        guard let members else { return true }
        for index in 0..<Int(value.len) {
            let member = members[index]
            guard takes(member.key.ptr, member.key.len), accepts(member.value, depth: depth + 1)
            else { return false }
        }
        return true
    }
}
