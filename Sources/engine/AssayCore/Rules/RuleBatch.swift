// SPDX-License-Identifier: Apache-2.0
public import AssayPluginABI

/// The context in which a rule checks a value: the other fields that its arguments name, and where
/// the record comes from.
///
/// Valid for the duration of one call.
@frozen
public struct RuleContext {
    @usableFromInline let dependencies: UnsafePointer<UnsafePointer<assay_value>>
    @usableFromInline let dependencyCount: Int
    @usableFromInline let row: Int
    @usableFromInline let execution: Unmanaged<ExecutionState>

    @inlinable
    init(
        dependencies: UnsafePointer<UnsafePointer<assay_value>>, dependencyCount: Int, row: Int,
        execution: Unmanaged<ExecutionState>
    ) {
        self.dependencies = dependencies
        self.dependencyCount = dependencyCount
        self.row = row
        self.execution = execution
    }

    /// The value of a field that an argument names, in the same record (and the same element, where
    /// both paths share their `[*]`).
    @inlinable
    @_lifetime(immortal)
    public func field(_ reference: FieldReference) -> FieldValue {
        FieldValue(unsafePointer: dependencies[reference.index] + row)
    }

    /// The thread's object for this key, made at the first use and reused: buffers, match data.
    @inlinable
    package func scratch<Object: AnyObject>(_ key: ScratchKey<Object>) -> Unmanaged<Object> {
        execution._withUnsafeGuaranteedRef { $0.scratch(key) }
    }

    /// True when the record comes from text (CSV, a form), where numbers arrive as strings.
    @inlinable
    public var isText: Bool { execution._withUnsafeGuaranteedRef { $0.isText } }

    /// The memory for parts of values that texts are read as, until the next validation.
    package var readValues: ValueArena { execution._withUnsafeGuaranteedRef { $0.readValues } }

    /// The moment of the validation, as the time since 1970-01-01T00:00:00Z: one for all rules and
    /// records of it, from the clock of the registry.
    package var now: Duration { execution._withUnsafeGuaranteedRef { $0.now } }

    /// Adds parameters to the message of the failure that the rule is about to return.
    ///
    /// - Parameters:
    ///   - arguments: Values by the names of placeholders, besides the rule's own parameters.
    ///   - pointer: The place of the failure in the value: a JSON Pointer below it, or empty.
    public func explain(_ arguments: KeyValuePairs<String, Value>, at pointer: String = "") {
        execution._withUnsafeGuaranteedRef {
            $0.explanation = FindingDetail(
                pointer: pointer, arguments: [MessageParameter](arguments), message: nil)
        }
    }

    /// Forgets what `explain` was given: for a rule that runs others and decides by itself.
    package func discardExplanation() {
        execution._withUnsafeGuaranteedRef { $0.explanation = nil }
    }

    /// The details that the rule gave to `explain`.
    var explanation: FindingDetail? { execution._withUnsafeGuaranteedRef { $0.explanation } }

    /// Returns what was explained, which is forgotten: for a rule that runs others and goes on after one
    /// that could not decide.
    package func takeExplanation() -> FindingDetail? {
        execution._withUnsafeGuaranteedRef { state in
            defer { state.explanation = nil }
            return state.explanation
        }
    }

    /// Explains the verdict that the rule is about to return with what `takeExplanation` returned.
    package func explain(_ detail: FindingDetail?) {
        execution._withUnsafeGuaranteedRef { $0.explanation = detail }
    }

    /// Names a nested rule that could not decide, with the reason that it gave, for the fault of the outer rule.
    package func explainUndecided(by rule: BoundRule) {
        execution._withUnsafeGuaranteedRef { state in
            let words = state.explanation?.message
            // A rule of rules has named the rule within it.
            if words != nil, rule.instance.answer != nil { return }
            let id = rule.definition.id
            state.explanation = FindingDetail(
                pointer: "", arguments: [], message: words.map { "\(id): \($0)" } ?? id)
        }
    }

    @usableFromInline
    var columns: UnsafePointer<UnsafePointer<assay_value>> { dependencies }

    /// The number of the current validation: what a rule keeps of borrowed values ends with it.
    package var round: UInt64 { execution._withUnsafeGuaranteedRef { $0.round } }

    var hasLimits: Bool { execution._withUnsafeGuaranteedRef { $0.hasLimits } }

    /// Returns the reason not to run a nested rule on the value, or `nil` to run it.
    func interruption(before value: FieldValue) -> FaultReason? {
        execution._withUnsafeGuaranteedRef { $0.interruption(before: value.unsafePointer.pointee) }
    }

    var isTraced: Bool { execution._withUnsafeGuaranteedRef { $0.isTraced } }

    /// The recorder of what happens, or `nil` if tracing is off.
    var recorder: TraceRecorder? { execution._withUnsafeGuaranteedRef { $0.trace } }
}

/// The rows of a column that a rule is to evaluate.
///
/// Valid for the duration of one call.
@frozen @usableFromInline
package struct RuleBatch {
    /// The values of the field, indexed by row.
    @usableFromInline package let column: UnsafePointer<assay_value>
    /// The columns of the fields that arguments name, by `FieldReference.index`.
    @usableFromInline package let dependencies: UnsafePointer<UnsafePointer<assay_value>>
    @usableFromInline package let dependencyCount: Int
    /// The rows to evaluate, ascending.
    @usableFromInline package let rows: UnsafePointer<UInt32>
    @usableFromInline package let rowCount: Int
    /// The rows are 0 to rowCount - 1: the column can be taken as it is.
    @usableFromInline package let isDense: Bool
    @usableFromInline let execution: Unmanaged<ExecutionState>

    @inlinable
    init(
        column: UnsafePointer<assay_value>,
        dependencies: UnsafePointer<UnsafePointer<assay_value>>, dependencyCount: Int,
        rows: UnsafePointer<UInt32>, rowCount: Int, isDense: Bool,
        execution: Unmanaged<ExecutionState>
    ) {
        self.column = column
        self.dependencies = dependencies
        self.dependencyCount = dependencyCount
        self.rows = rows
        self.rowCount = rowCount
        self.isDense = isDense
        self.execution = execution
    }

    @inlinable
    @_lifetime(immortal)
    package func value(_ row: Int) -> FieldValue {
        FieldValue(unsafePointer: column + row)
    }

    @inlinable
    package func context(_ row: Int) -> RuleContext {
        RuleContext(
            dependencies: dependencies, dependencyCount: dependencyCount, row: row,
            execution: execution)
    }

    /// The thread's object for this key, made at the first use and reused.
    @inlinable
    package func scratch<Object: AnyObject>(_ key: ScratchKey<Object>) -> Unmanaged<Object> {
        execution._withUnsafeGuaranteedRef { $0.scratch(key) }
    }

    /// Runs `check` on each row, in a loop that the compiler specializes for the rule.
    @inlinable
    package func forEachRow(_ rule: some Rule) {
        var index = 0
        while index < rowCount {
            let row = Int(rows[index])
            let verdict = rule.check(value(row), context(row))
            if !verdict.isPass { record(verdict, row: row) }
            index += 1
        }
    }

    /// Records a verdict that is not a pass.
    @inlinable
    package func record(_ verdict: Verdict, row: Int) {
        execution._withUnsafeGuaranteedRef { $0.record(verdict, row: row) }
    }
}

/// Another field of the record that an argument names; `RuleContext.field(_:)` gives its value.
public struct FieldReference: Sendable, Equatable {
    @usableFromInline package let index: Int
    /// The path as written in the argument.
    package let path: FieldPath
}
