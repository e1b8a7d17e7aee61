// SPDX-License-Identifier: Apache-2.0
import Observation

/// The state that observers see of a field whose value is part of a record.
@MainActor
@Observable
final class FieldState {
    @ObservationIgnored let index: Int
    /// The path of a field that is in no row.
    @ObservationIgnored var name = ""
    /// The place of the value, if the field is in a row.
    @ObservationIgnored var place: RowPlace?
    /// The last report about the field of a row, which its asynchronous rules complete.
    ///
    /// It is `nil` if nothing was found.
    @ObservationIgnored var report: ValidationReport?
    /// `true` if rules about the field of a row did not run at its last check, since something else
    /// is invalid.
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
    /// The text that was typed last, and the value that was made of it.
    @ObservationIgnored var typed: (text: String, value: Value)?

    init(_ index: Int, habits: RecordSource.Habits) {
        self.index = index
        triggers = habits.triggers
        debounce = habits.debounce
    }

    /// The path of the field, wherever its row is now.
    var path: String { place?.path ?? name }

    /// Takes the value that the parts have; observers were notified when the parts changed.
    func keep(_ value: Value) {
        _current = value
    }
}
