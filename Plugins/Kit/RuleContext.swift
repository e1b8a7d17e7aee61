// SPDX-License-Identifier: Apache-2.0
public import AssayPluginABI

/// The context of a check: the other fields that the rule's arguments name, and the means to
/// explain a verdict.
///
/// Borrowed for the duration of one call.
@frozen
public struct RuleContext: ~Escapable {
    @usableFromInline let call: UnsafePointer<assay_call>
    @usableFromInline let batch: UnsafePointer<assay_batch>
    @usableFromInline let index: Int

    @inlinable
    @_lifetime(immortal)
    init(
        call: UnsafePointer<assay_call>, batch: UnsafePointer<assay_batch>, index: Int
    ) {
        self.call = call
        self.batch = batch
        self.index = index
    }

    /// The value of a field that an argument names; absent where the record has none.
    @inlinable
    @_lifetime(copy self)
    public func field(_ reference: FieldReference) -> FieldValue {
        guard reference.column < UInt64(batch.pointee.column_count),
            let column = batch.pointee.columns?[Int(reference.column)]
        else { return FieldValue(AbsentValue.pointer) }
        return unsafe _overrideLifetime(FieldValue(column + index), copying: self)
    }

    /// Fails with arguments of the code's message.
    ///
    /// - Parameters:
    ///   - code: One of the definition's codes.
    ///   - arguments: In the order of the code's argument names.
    ///   - path: Empty, or a JSON Pointer below the value.
    /// - Returns: The verdict.
    public func fail(
        _ code: some RuleCodes, _ arguments: [Value], at path: String = ""
    ) -> Verdict {
        var path = path
        Value.withCValues(arguments) { values in
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
        call.tell(ASSAY_E_INTERNAL, reason, row: UInt32(truncatingIfNeeded: index))
        return Verdict(status: ASSAY_UNDECIDED)
    }
}

/// The value of fields that a record does not have.
@usableFromInline
enum AbsentValue {
    @usableFromInline nonisolated(unsafe) static let pointer = TableMemory.keep(assay_value())
}

/// A field that an argument names.
@frozen
public struct FieldReference: Sendable {
    @usableFromInline let column: UInt64

    init(column: UInt64) {
        self.column = column
    }
}

/// The rows that a rule is to check, each of which needs a verdict.
///
/// Borrowed for the duration of one call.
@frozen
public struct RuleBatch: ~Escapable {
    @usableFromInline let call: UnsafePointer<assay_call>
    @usableFromInline let batch: UnsafePointer<assay_batch>
    @usableFromInline let column: UnsafePointer<assay_value>
    @usableFromInline let verdicts: UnsafeMutablePointer<assay_verdict>
    @usableFromInline let cancellation: UnsafeMutablePointer<Bool>
    /// The number of rows.
    public let rowCount: Int

    @_lifetime(immortal)
    init?(
        _ call: UnsafePointer<assay_call>?, _ batch: UnsafePointer<assay_batch>?,
        _ verdicts: UnsafeMutablePointer<assay_verdict>?,
        cancellation: UnsafeMutablePointer<Bool>
    ) {
        guard let call, let batch, let verdicts, let column = batch.pointee.columns?[0] else {
            return nil
        }
        self.call = call
        self.batch = batch
        self.column = column
        self.verdicts = verdicts
        self.cancellation = cancellation
        rowCount = Int(batch.pointee.count)
    }

    /// The value of the field in a row below `rowCount`.
    @inlinable
    @_lifetime(copy self)
    public func value(_ row: Int) -> FieldValue {
        unsafe _overrideLifetime(FieldValue(column + row), copying: self)
    }

    /// Returns the context of a row below `rowCount`.
    @inlinable
    @_lifetime(copy self)
    public func context(_ row: Int) -> RuleContext {
        unsafe _overrideLifetime(
            RuleContext(call: call, batch: batch, index: row), copying: self)
    }

    /// Leaves the batch: no row of it gets a verdict.
    @inlinable
    public func cancel() {
        cancellation.pointee = true
    }

    /// Records the verdict of a row below `rowCount`.
    @inlinable
    public func record(_ verdict: Verdict, row: Int) {
        verdicts[row].status = verdict.status
        verdicts[row].code = verdict.code
    }
}

extension UnsafePointer<assay_call> {
    /// Says why a row is undecided.
    ///
    /// A host of a version before 1.2 takes the reason for all undecided rows of the batch.
    func tell(_ rc: assay_rc, _ reason: String, row: UInt32) {
        let known = MemoryLayout<assay_call>.offset(of: \.error_at) ?? .max
        guard pointee.struct_size > known else { return tell(rc, reason) }
        var reason = reason
        reason.withUTF8 { bytes in
            let words = assay_str(ptr: bytes.baseAddress, len: UInt64(bytes.count))
            _ = pointee.error_at?(self, row, rc, words)
        }
    }

    /// Says why a function fails.
    func tell(_ rc: assay_rc, _ reason: String) {
        var reason = reason
        reason.withUTF8 { bytes in
            pointee.error?(self, rc, assay_str(ptr: bytes.baseAddress, len: UInt64(bytes.count)))
        }
    }
}
