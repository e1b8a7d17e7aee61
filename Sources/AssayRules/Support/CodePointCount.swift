// SPDX-License-Identifier: Apache-2.0
import CRules

/// Counts code points: the bytes that continue none.
enum CodePointCount {
    /// The number of code points of valid UTF-8.
    ///
    /// O(bytes).
    @inline(__always)
    static func count(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        Int(truncatingIfNeeded: assay_code_points(bytes.baseAddress, UInt64(bytes.count)))
    }
}
