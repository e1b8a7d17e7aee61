// SPDX-License-Identifier: Apache-2.0
public import AssayPluginABI

/// One row of a batch: the value, the other fields that arguments name, and what is said of them.
///
/// Borrowed for the duration of one call.
@frozen
public struct Row: ~Escapable {
    @usableFromInline let call: UnsafePointer<assay_call>
    @usableFromInline let batch: UnsafePointer<assay_batch>
    @usableFromInline let column: UnsafePointer<assay_value>
    @usableFromInline let index: Int

    @inlinable
    @_lifetime(immortal)
    init(
        call: UnsafePointer<assay_call>, batch: UnsafePointer<assay_batch>,
        column: UnsafePointer<assay_value>, index: Int
    ) {
        self.call = call
        self.batch = batch
        self.column = column
        self.index = index
    }

    /// The value of the field that the rule is attached to.
    @inlinable
    public var value: FieldValue {
        @_lifetime(copy self)
        get { unsafe _overrideLifetime(FieldValue(column + index), copying: self) }
    }

    /// The value of a field that an argument names; nil where the record has none.
    @inlinable
    @_lifetime(copy self)
    public func field(_ reference: FieldReference) -> FieldValue? {
        guard reference.column < UInt64(batch.pointee.column_count),
            let column = batch.pointee.columns?[Int(reference.column)],
            column[index].kind != ASSAY_ABSENT
        else { return nil }
        return unsafe _overrideLifetime(FieldValue(column + index), copying: self)
    }

    /// Fails with arguments of the code's message.
    ///
    /// - Parameters:
    ///   - code: An index into the definition's codes.
    ///   - arguments: In the order of the code's argument names.
    ///   - path: Empty, or a JSON Pointer below the value.
    /// - Returns: The verdict.
    public func fail(_ code: Int, _ arguments: [Literal], at path: String = "") -> Verdict {
        var path = path
        Literal.withValues(arguments) { values in
            path.withUTF8 { bytes in
                let path = assay_str(ptr: bytes.baseAddress, len: UInt64(bytes.count))
                _ = call.pointee.args?(
                    call, UInt32(truncatingIfNeeded: index), path, values.baseAddress,
                    UInt32(truncatingIfNeeded: values.count))
            }
        }
        return .fail(code)
    }

    /// The rule cannot decide, and says why.
    public func undecided(_ reason: String) -> Verdict {
        call.tell(ASSAY_E_INTERNAL, reason)
        return Verdict(status: ASSAY_UNDECIDED)
    }
}

/// What a `field` parameter gives: another field of the record, to be looked up in a row.
@frozen
public struct FieldReference: Sendable {
    @usableFromInline let column: UInt64

    init(column: UInt64) {
        self.column = column
    }
}

/// The rows that a rule is to judge, each of which needs a verdict.
///
/// Borrowed for the duration of one call.
@frozen
public struct Batch: ~Escapable {
    @usableFromInline let call: UnsafePointer<assay_call>
    @usableFromInline let batch: UnsafePointer<assay_batch>
    @usableFromInline let column: UnsafePointer<assay_value>
    @usableFromInline let verdicts: UnsafeMutablePointer<assay_verdict>
    public let count: Int

    @_lifetime(immortal)
    init?(
        _ call: UnsafePointer<assay_call>?, _ batch: UnsafePointer<assay_batch>?,
        _ verdicts: UnsafeMutablePointer<assay_verdict>?
    ) {
        guard let call, let batch, let verdicts, let column = batch.pointee.columns?[0] else {
            return nil
        }
        self.call = call
        self.batch = batch
        self.column = column
        self.verdicts = verdicts
        count = Int(batch.pointee.count)
    }

    /// The row at an index below `count`.
    @inlinable
    @_lifetime(copy self)
    public func row(_ index: Int) -> Row {
        unsafe _overrideLifetime(
            Row(call: call, batch: batch, column: column, index: index), copying: self)
    }

    /// Gives the verdict of the row at an index below `count`.
    @inlinable
    public func set(_ verdict: Verdict, at index: Int) {
        verdicts[index].status = verdict.status
        verdicts[index].code = verdict.code
    }
}

extension UnsafePointer<assay_call> {
    /// Says why a function fails or a row is undecided.
    func tell(_ rc: assay_rc, _ reason: String) {
        var reason = reason
        reason.withUTF8 { bytes in
            pointee.error?(self, rc, assay_str(ptr: bytes.baseAddress, len: UInt64(bytes.count)))
        }
    }
}
