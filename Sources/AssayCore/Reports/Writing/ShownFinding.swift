// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// A violation or a fault as writers show it; not to be used longer than the batch that it is from.
package struct ShownFinding {
    package let written: WrittenText
    package let pointer: String
    package let source: RecordSource?
    private let shown: ShownValue

    private enum ShownValue {
        case none
        case own(Value)
        /// Of the batch: most writers need no copy of it.
        case borrowed(UnsafePointer<assay_value>)
    }

    /// `absent`: not shown.
    package var value: Value {
        switch shown {
        case .none: .absent
        case .own(let value): value
        case .borrowed(let value): Value(FieldValue(unsafePointer: value))
        }
    }

    /// Whether there is a value to show.
    package var hasValue: Bool {
        if case .none = shown { false } else { true }
    }

    /// Appends the value as JSON.
    func appendValue(to bytes: inout [UInt8]) {
        if let text = plainText {
            JSONText.append(utf8: text, to: &bytes)
        } else {
            JSONText.append(value, to: &bytes)
        }
    }

    /// The value as JSON, or its beginning.
    ///
    /// - Parameter limit: Bytes of a text that are enough.
    /// - Returns: The beginning.
    package func json(limit: Int) -> JSONBeginning {
        if case .borrowed(let value) = shown { return JSONBeginning(value, limit: limit) }
        return JSONBeginning(value, limit: limit)
    }

    /// The value, if it is a text of ASCII characters alone.
    package var plainText: UnsafeBufferPointer<UInt8>? {
        guard case .borrowed(let value) = shown, value.pointee.kind == ASSAY_STR,
            UInt32(value.pointee.flags) & ASSAY_FLAG_ASCII != 0
        else { return nil }
        return UnsafeBufferPointer(
            start: value.pointee.as.ptr,
            count: Int(value.pointee.len))
    }

    package var text: FindingText { written.text }
    package var field: String { text.field }
    package var rule: String { text.rule }
    package var code: String { text.code }
    package var kind: FindingKind { text.kind }
    package var message: String { text.message }
    package var line: String { text.line }

    /// A finding whose text is known.
    ///
    /// - Parameters:
    ///   - written: The text of its rule and code.
    ///   - index: Its place among the findings.
    ///   - findings: Those of a chunk.
    ///   - showsValue: Whether its value is shown.
    ///   - showsPlace: Whether its place in the input is shown, which takes a scan of the record.
    package init(
        _ written: WrittenText, at index: Int, in findings: BatchReport, showsValue: Bool,
        showsPlace: Bool = true
    ) {
        self.written = written
        pointer = findings.pointer(at: index)
        shown = showsValue ? Self.shown(at: index, in: findings) : .none
        source = showsPlace ? findings.source(at: index) : nil
    }

    /// A finding with a text of its own.
    package init(_ finding: ReportedFinding, as written: WrittenText) {
        self.written = written
        switch finding {
        case .violation(let violation):
            pointer = violation.pointer
            shown = Self.shown(violation.value)
            source = violation.source
        case .fault(let fault):
            pointer = fault.pointer
            shown = .none
            source = fault.source
        }
    }

    private static func shown(_ value: Value) -> ShownValue {
        if case .absent = value { .none } else { .own(value) }
    }

    private static func shown(at index: Int, in findings: BatchReport) -> ShownValue {
        guard !findings.isFault(at: index) else { return .none }
        guard let value = findings.batchValue(at: index) else {
            return shown(findings.value(at: index))
        }
        return value.pointee.kind == ASSAY_ABSENT ? .none : .borrowed(value)
    }
}

/// How a finding counts; the raw value is what reports call it.
package enum FindingKind: String, Sendable {
    case error
    case warning
    case fault
}
