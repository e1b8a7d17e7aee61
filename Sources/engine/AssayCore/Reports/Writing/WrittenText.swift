// SPDX-License-Identifier: Apache-2.0

/// A text as a format writes it around the pointer of each finding.
package final class WrittenText: @unchecked Sendable {  // immutable
    package let text: FindingText
    package let kind: FindingKind
    package let before: [UInt8]
    package let after: [UInt8]
    /// Further parts that the format writes.
    package let rest: [[UInt8]]
    /// The pointer of all findings with the text, or `nil` if each has its own.
    package let pointer: String?
    /// The bytes that the format writes up to the value, with that pointer, or empty if they are
    /// made for each finding.
    ///
    /// They are ready to be copied, without a count of references.
    package let head: UnsafeBufferPointer<UInt8>
    /// `true` if the value can be shown beside the message, which does not show it.
    package let leavesValue: Bool

    package convenience init(
        _ text: FindingText, before: [UInt8], after: [UInt8], rest: [[UInt8]] = []
    ) {
        self.init(text, before: before, after: after, rest: rest, pointer: nil, head: [])
    }

    private init(
        _ text: FindingText, before: [UInt8], after: [UInt8], rest: [[UInt8]], pointer: String?,
        head: [UInt8]
    ) {
        (self.text, self.pointer) = (text, pointer)
        (self.before, self.after, self.rest) = (before, after, rest)
        kind = text.kind
        leavesValue = !text.showsValue && !text.isAboutRecord
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: head.count)
        _ = copy.initialize(from: head)
        self.head = UnsafeBufferPointer(copy)
    }

    deinit { head.deallocate() }

    /// Returns the text for findings that have the same pointer.
    ///
    /// - Parameters:
    ///   - pointer: The pointer.
    ///   - head: The bytes that the format writes up to the value; empty to make them for each
    ///     finding.
    /// - Returns: A text for those findings alone.
    package func with(pointer: String, head: [UInt8]) -> WrittenText {
        WrittenText(
            text, before: before, after: after, rest: rest, pointer: pointer, head: head)
    }
}
