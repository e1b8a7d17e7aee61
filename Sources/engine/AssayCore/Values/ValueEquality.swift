// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// JSON equality of borrowed values: `1 == 1.0`, members of objects have no order, and of members
/// with equal keys the last one counts.
///
/// Linear in the size of the values, and without recursion.
package func valuesAreEqual(_ left: FieldValue, _ right: FieldValue) -> Bool {
    guard left.is([.array, .object]) else {
        return scalarsAreEqual(left, right)
    }
    var comparison = ValueComparison()
    return comparison.areEqual(left, right)
}

private func scalarsAreEqual(_ left: FieldValue, _ right: FieldValue) -> Bool {
    if left.isString {
        return right.isString && bytesAreEqual(left.unsafeBytes, right.unsafeBytes)
    }
    if left.isNumber, right.isNumber { return numbersAreEqual(left, right) }
    guard left.unsafePointer.pointee.kind == right.unsafePointer.pointee.kind else { return false }
    return left.isAbsentOrNull || left.is(.bool) && left.bool == right.bool
}

private func numbersAreEqual(_ left: FieldValue, _ right: FieldValue) -> Bool {
    if let a = left.integer, let b = right.integer { return a == b }
    // Equal numbers have the same nearest double.
    if let a = left.number, let b = right.number, a != b { return false }
    return NumberText.with(left) { left in
        guard let left else { return false }
        return NumberText.with(right) { $0 == left }
    }
}

/// True when both buffers hold the same bytes.
///
/// O(count), eight bytes at a time.
@inlinable
package func bytesAreEqual(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
) -> Bool {
    let count = left.count
    guard count == right.count else { return false }
    guard let a = UnsafeRawPointer(left.baseAddress), let b = UnsafeRawPointer(right.baseAddress)
    else { return count == 0 }
    guard count >= 8 else { return (0..<count).allSatisfy { left[$0] == right[$0] } }
    /// The bits by which eight bytes differ.
    @inline(__always)
    func differences(at offset: Int) -> UInt64 {
        a.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            ^ b.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }
    var offset = 0
    while offset &+ 32 < count {
        if differences(at: offset) | differences(at: offset &+ 8) != 0 { return false }
        offset &+= 16
    }
    // The last 8 to 32 bytes, in words that overlap: which of them are needed is hard to predict.
    let last = count &- 8
    return differences(at: offset) | differences(at: min(offset &+ 8, last))
        | differences(at: max(offset, last &- 8)) | differences(at: last) == 0
}

/// Compares arrays and objects: those inside of them wait in a list.
private struct ValueComparison {
    private var waiting: [(left: UnsafePointer<assay_value>, right: UnsafePointer<assay_value>)] =
        []

    mutating func areEqual(_ left: FieldValue, _ right: FieldValue) -> Bool {
        guard addPair(left.unsafePointer, right: right.unsafePointer) else { return false }
        while let pair = waiting.popLast() {
            let isArray = pair.left.pointee.kind == ASSAY_ARRAY
            guard
                isArray
                    ? addElements(pair.left, right: pair.right)
                    : addMembers(pair.left, right: pair.right)
            else { return false }
        }
        return true
    }

    /// Compares two values, or lets them wait; false if they are known to differ.
    private mutating func addPair(
        _ left: UnsafePointer<assay_value>, right: UnsafePointer<assay_value>
    ) -> Bool {
        let kind = left.pointee.kind
        guard kind == ASSAY_ARRAY || kind == ASSAY_OBJECT else {
            return scalarsAreEqual(
                FieldValue(unsafePointer: left), FieldValue(unsafePointer: right))
        }
        guard right.pointee.kind == kind else { return false }
        waiting.append((left, right))
        return true
    }

    private mutating func addElements(
        _ left: UnsafePointer<assay_value>, right: UnsafePointer<assay_value>
    ) -> Bool {
        guard left.pointee.len == right.pointee.len else { return false }
        guard let a = left.pointee.as.items, let b = right.pointee.as.items else {
            return left.pointee.len == 0
        }
        for index in 0..<Int(left.pointee.len) {
            guard addPair(a + index, right: b + index) else { return false }
        }
        return true
    }

    private mutating func addMembers(
        _ left: UnsafePointer<assay_value>, right: UnsafePointer<assay_value>
    ) -> Bool {
        let (a, b) = (MemberTable(left), MemberTable(right))
        guard a.keyCount == b.keyCount else { return false }
        for index in 0..<Int(left.pointee.len) where a.isLast(index) {
            guard let place = b.last(a.key(index)), addPair(a.value(index), right: b.value(place))
            else {
                return false
            }
        }
        return true
    }
}
