// SPDX-License-Identifier: Apache-2.0
import Observation

/// The state of a form as a whole, as users see it.
///
/// It is not a part of the driver, since key paths of generic classes, which observers of their properties
/// need, are made anew at each access.
@MainActor
@Observable
final class FormProgress {
    /// `true` if the value of a field differs from its initial one.
    var isDirty = false
    /// The number of submissions that were begun since the last reset and not cancelled.
    var submitCount = 0
    /// The state of the submission.
    var submission = SubmissionState.initial
    /// `true` if the last submission failed with errors of a server none of which is shown, since the
    /// values that they are about have changed.
    var hasOutdatedErrors = false
    /// A number that rises with everything that can change whether the form is valid.
    var revision = 0
}

/// A notifier of observers for a property of a generic class.
final class ObservedPlace: Observable, Sendable {
    private let registrar = ObservationRegistrar()
    private var content: Void { () }

    func noteReading() { registrar.access(self, keyPath: \.content) }
    func willChange() { registrar.willSet(self, keyPath: \.content) }
    func didChange() { registrar.didSet(self, keyPath: \.content) }
}
