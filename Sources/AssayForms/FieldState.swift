// SPDX-License-Identifier: Apache-2.0
import Observation

/// What observers see of a field whose value is part of a record.
@MainActor
@Observable
final class FieldState {
    @ObservationIgnored let index: Int
    @ObservationIgnored var path = ""
    @ObservationIgnored var isSensitive = false
    @ObservationIgnored var triggers: ValidationTriggers
    @ObservationIgnored var debounce: Duration
    var current = Value.absent
    var initialValue = Value.absent
    var validation = ValidationState.unchanged
    var isDirty = false
    var isTouched = false
    var warnings: [Violation] = []
    /// What was typed, while it stands for the current value.
    @ObservationIgnored var typed: (text: String, value: Value)?

    init(_ index: Int, habits: RecordSource.Habits) {
        self.index = index
        triggers = habits.triggers
        debounce = habits.debounce
    }
}
