// SPDX-License-Identifier: Apache-2.0
public import AssayPluginABI

/// What a rule sees besides the value: the other fields that its arguments name, and what belongs
/// to the thread that runs it.
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
    public func scratch<Object: AnyObject>(_ key: ScratchKey<Object>) -> Unmanaged<Object> {
        execution._withUnsafeGuaranteedRef { $0.scratch(key) }
    }

    /// True when the record comes from text (CSV, a form), where numbers arrive as strings.
    @inlinable
    public var isText: Bool { execution._withUnsafeGuaranteedRef { $0.isText } }

    /// Arguments for the message of the failure that the rule is about to return, besides its
    /// parameters; `pointer` is empty or a JSON Pointer below the value.
    public func explain(_ arguments: [(name: String, value: Value)], at pointer: String = "") {
        execution._withUnsafeGuaranteedRef {
            $0.explanation = FindingDetail(pointer: pointer, arguments: arguments, message: nil)
        }
    }

    /// Forgets what `explain` was given: for a rule that asks others and judges by itself.
    public func discardExplanation() {
        execution._withUnsafeGuaranteedRef { $0.explanation = nil }
    }

    @usableFromInline
    var columns: UnsafePointer<UnsafePointer<assay_value>> { dependencies }

    /// The validation in work: what a rule keeps of borrowed values ends with it.
    package var round: UInt64 { execution._withUnsafeGuaranteedRef { $0.round } }

    var isTraced: Bool { execution._withUnsafeGuaranteedRef { $0.isTraced } }

    /// Who writes down what happens; nil: nobody.
    var recorder: TraceRecorder? { execution._withUnsafeGuaranteedRef { $0.trace } }
}

/// The rows of a column that a rule is to judge.
///
/// Valid for the duration of one call.
@frozen
public struct RuleBatch {
    /// The values of the field, indexed by row.
    public let column: UnsafePointer<assay_value>
    /// The columns of the fields that arguments name, by `FieldReference.index`.
    public let dependencies: UnsafePointer<UnsafePointer<assay_value>>
    public let dependencyCount: Int
    /// The rows to judge, ascending.
    public let rows: UnsafePointer<UInt32>
    public let rowCount: Int
    /// The rows are 0 to rowCount - 1: the column can be taken as it is.
    public let isDense: Bool
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
    public func value(_ row: Int) -> FieldValue {
        FieldValue(unsafePointer: column + row)
    }

    @inlinable
    public func context(_ row: Int) -> RuleContext {
        RuleContext(
            dependencies: dependencies, dependencyCount: dependencyCount, row: row,
            execution: execution)
    }

    /// The thread's object for this key, made at the first use and reused.
    @inlinable
    public func scratch<Object: AnyObject>(_ key: ScratchKey<Object>) -> Unmanaged<Object> {
        execution._withUnsafeGuaranteedRef { $0.scratch(key) }
    }

    /// Records a verdict that is not a pass.
    @inlinable
    public func record(_ verdict: Verdict, row: Int) {
        execution._withUnsafeGuaranteedRef { $0.record(verdict, row: row) }
    }
}

/// A field that an argument names: its place among the columns that a rule is given.
public struct FieldReference: Sendable, Equatable {
    public let index: Int
    public let path: FieldPath
}
