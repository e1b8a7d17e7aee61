// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// JSON equality of borrowed values: `1 == 1.0`, members of objects have no order.
public func valuesAreEqual(_ left: FieldValue, _ right: FieldValue) -> Bool {
    if left.isNumber, right.isNumber {
        if let a = left.integer, let b = right.integer { return a == b }
        guard let a = ExactNumber(left), let b = ExactNumber(right) else { return false }
        return a == b
    }
    guard left.kind == right.kind else { return false }
    switch left.kind {
    case .absent, .null: return true
    case .bool: return left.bool == right.bool
    case .string: return bytesAreEqual(left.unsafeBytes, right.unsafeBytes)
    case .array: return elementsAreEqual(left, right)
    case .object: return membersAreEqual(left, right)
    default: return false
    }
}

/// True when both buffers hold the same bytes.
///
/// O(count), eight bytes at a time.
@inlinable
public func bytesAreEqual(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
) -> Bool {
    guard left.count == right.count else { return false }
    guard let a = UnsafeRawPointer(left.baseAddress), let b = UnsafeRawPointer(right.baseAddress)
    else { return left.isEmpty }
    var offset = 0
    while offset + 8 <= left.count {
        let word = a.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        if word != b.loadUnaligned(fromByteOffset: offset, as: UInt64.self) { return false }
        offset += 8
    }
    while offset < left.count {
        if left[offset] != right[offset] { return false }
        offset += 1
    }
    return true
}

private func elementsAreEqual(_ left: FieldValue, _ right: FieldValue) -> Bool {
    guard left.count == right.count else { return false }
    for index in 0..<left.count {
        guard let a = left.element(index), let b = right.element(index), valuesAreEqual(a, b) else {
            return false
        }
    }
    return true
}

private func membersAreEqual(_ left: FieldValue, _ right: FieldValue) -> Bool {
    guard left.count == right.count else { return false }
    for index in 0..<left.count {
        guard let key = left.key(at: index), let a = left.member(key),
            let b = right.member(key), valuesAreEqual(a, b)
        else { return false }
    }
    return true
}
