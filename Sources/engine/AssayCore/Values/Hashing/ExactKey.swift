// SPDX-License-Identifier: Apache-2.0

/// A key, told from others by its bytes.
///
/// Swift's strings are equal, and hash alike, where they are canonically equivalent: "\u{E9}" and
/// "e\u{301}" are one string. They are two keys of a record.
package struct ExactKey: Hashable, Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    package static func == (left: ExactKey, right: ExactKey) -> Bool {
        left.text.hasSameBytes(as: right.text)
    }

    package func hash(into hasher: inout Hasher) {
        text.hashBytes(into: &hasher)
    }
}

extension String {
    /// True where both have the same code points in the same order.
    package func hasSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let isEqual = utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { right in bytesAreEqual(left, right) }
        }
        return (isEqual ?? nil) ?? utf8.elementsEqual(other.utf8)
    }

    /// Hashes what `hasSameBytes` compares.
    package func hashBytes(into hasher: inout Hasher) {
        var text = self
        text.withUTF8 { bytes in
            hasher.combine(bytes.count)
            hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        }
    }
}
