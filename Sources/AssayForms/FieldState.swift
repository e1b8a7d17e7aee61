// SPDX-License-Identifier: Apache-2.0
import Observation

/// What observers see of a field whose value is part of a record.
@MainActor
@Observable
final class FieldState {
    @ObservationIgnored let index: Int
    /// The path of a field that is in no row.
    @ObservationIgnored var name = ""
    /// Where the field of a row has its value.
    @ObservationIgnored var place: RowPlace?
    /// The last report about the field of a row, which its asynchronous rules complete; nil: nothing was
    /// found.
    @ObservationIgnored var report: ValidationReport?
    /// Rules about the field of a row did not run at its last check, since something else is invalid.
    @ObservationIgnored var isPartial = false
    @ObservationIgnored var isSensitive = false
    @ObservationIgnored var triggers: ValidationTriggers
    @ObservationIgnored var debounce: Duration
    var current = Value.absent
    /// Rises when parts of the value change, which is put together later.
    var partChanges: UInt64 = 0
    var initialValue = Value.absent
    var validation = ValidationState.unchanged
    var isDirty = false
    var isTouched = false
    var isRegistered = true
    var warnings: [Violation] = []
    /// What was typed, while it stands for the current value.
    @ObservationIgnored var typed: (text: String, value: Value)?

    init(_ index: Int, habits: RecordSource.Habits) {
        self.index = index
        triggers = habits.triggers
        debounce = habits.debounce
    }

    /// The path of the field, wherever its row is now.
    var path: String { place?.path ?? name }

    /// Takes the value that the parts have; who observes the value knows of it already.
    func keep(_ value: Value) {
        _current = value
    }
}
