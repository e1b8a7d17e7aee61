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
@inlinable
public func bytesAreEqual(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
) -> Bool {
    guard left.count == right.count else { return false }
    var index = 0
    while index < left.count {
        if left[index] != right[index] { return false }
        index += 1
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
