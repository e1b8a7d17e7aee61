// SPDX-License-Identifier: Apache-2.0
import CRecordReader

extension UnsafeBufferPointer<UInt8> {
    /// `true` if the bytes are UTF-8.
    ///
    /// O(n), many bytes at a time.
    package var isUTF8: Bool {
        guard let baseAddress else { return true }
        return reader_is_utf8(baseAddress, UInt64(count)) != 0
    }
}
