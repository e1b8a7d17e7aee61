// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// The order of two values: negative, zero or positive; nil for kinds that have no order.
///
/// Numbers are compared exactly, texts by code point.
func valueOrder(_ left: FieldValue, _ right: FieldValue) -> Int? {
    if left.isString, right.isString {
        return TextSearch.order(of: left.utf8, against: right.utf8)
    }
    if let a = left.integer, let b = right.integer { return a < b ? -1 : a > b ? 1 : 0 }
    guard let a = ExactNumber(left), let b = ExactNumber(right) else { return nil }
    return a < b ? -1 : a == b ? 0 : 1
}
