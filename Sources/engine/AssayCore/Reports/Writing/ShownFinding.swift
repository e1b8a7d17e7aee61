// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// A violation or a fault as writers show it; not to be used longer than the batch that it is from.
package struct ShownFinding {
    package let written: WrittenText
    package let source: RecordSource?
    /// The finding's pointer, or `nil` for the pointer of all findings with the text.
    private let ownPointer: String?
    private let shown: ShownValue

    enum ShownValue {
        case none
        case own(Value)
        /// A value of the batch, since most writers need no copy of it.
        case borrowed(UnsafePointer<assay_value>)
    }

    /// The value, or `absent` if it is not shown.
    package var value: Value {
        switch shown {
        case .none: .absent
        case .own(let value): value
        case .borrowed(let value): Value(FieldValue(unsafePointer: value))
        }
    }

    /// `true` if there is a value to show.
    package var hasValue: Bool {
        if case .none = shown { false } else { true }
    }

    /// Appends the value as JSON.
    func appendValue(to bytes: inout [UInt8]) {
        switch shown {
        case .none: JSONText.append(.absent, to: &bytes)
        case .own(let value): JSONText.append(value, to: &bytes)
        case .borrowed(let value): JSONText.append(value.pointee, to: &bytes)
        }
    }

    /// Appends the value as JSON, or its beginning.
    ///
    /// - Parameters:
    ///   - limit: Bytes of a text that are enough; other values are written as a whole.
    ///   - bytes: The text so far.
    /// - Returns: `true` if nothing of the value is left out.
    package func appendJSON(limit: Int, to bytes: inout [UInt8]) -> Bool {
        if case .borrowed(let value) = shown {
            return JSONBeginning.append(value, limit: limit, to: &bytes)
        }
        let beginning = JSONBeginning(value, limit: limit)
        bytes.append(beginning.text)
        return beginning.isWhole
    }

    /// The place of the value in its record, an RFC 6901 JSON Pointer.
    package var pointer: String { ownPointer ?? written.pointer ?? "" }

    /// The bytes that the format writes up to the value, or empty if they are not ready.
    package var head: UnsafeBufferPointer<UInt8> {
        ownPointer == nil ? written.head : UnsafeBufferPointer(start: nil, count: 0)
    }

    /// `true` if the value can be shown beside the message, which does not show it.
    package var leavesValue: Bool { hasValue && written.leavesValue }

    package var text: FindingText { written.text }
    package var field: String { text.field }
    package var rule: String { text.rule }
    package var code: String { text.code }
    package var kind: FindingKind { written.kind }
    package var message: String { text.message }
    package var line: String { text.line }

    /// A finding whose text is known.
    ///
    /// - Parameters:
    ///   - written: The text of its rule and code.
    ///   - pointer: Its pointer, or `nil` for the pointer of all findings with the text.
    ///   - value: Its value, as far as it is shown.
    ///   - source: Its place in the input, or `nil` if it is not shown.
    init(_ written: WrittenText, pointer: String?, value: ShownValue, source: RecordSource?) {
        self.written = written
        ownPointer = pointer
        shown = value
        self.source = source
    }

    /// A finding with a text of its own.
    package init(_ finding: ReportedFinding, as written: WrittenText) {
        self.written = written
        switch finding {
        case .violation(let violation):
            ownPointer = violation.pointer
            shown = Self.shown(violation.value)
            source = violation.source
        case .fault(let fault):
            ownPointer = fault.pointer
            shown = .none
            source = fault.source
        }
    }

    private static func shown(_ value: Value) -> ShownValue {
        if case .absent = value { .none } else { .own(value) }
    }
}

/// The kind of a finding; the raw value is its name in reports.
package enum FindingKind: String, Sendable, CaseIterable {
    case error
    case warning
    case fault
}
