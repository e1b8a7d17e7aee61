// SPDX-License-Identifier: Apache-2.0

/// An event of a field in a view.
public enum FieldEvent: Sendable, Hashable, CaseIterable {
    /// The value changed.
    case changed
    /// The focus left the field.
    case left
    /// The user pressed the return key.
    case submitted

    /// Returns the event of a field when the focus moves.
    ///
    /// - Parameters:
    ///   - wasHere: `true` if the focus was on the field.
    ///   - isHere: `true` if the focus is on the field now.
    /// - Returns: `left` if the focus left the field, otherwise `nil`.
    public static func focus(wasHere: Bool, isHere: Bool) -> FieldEvent? {
        wasHere && !isHere ? .left : nil
    }
}

/// The reaction of a field to an event.
public enum FieldReaction: Sendable, Hashable, CaseIterable {
    /// Do nothing.
    case ignore
    /// Check the value now, and cancel a pending debounce.
    case check
    /// Check the value after the debounce.
    case checkAfterDebounce
}

extension ValidationTriggers {
    /// The reaction of a field with these triggers to an event; only changes are debounced.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - interval: The debounce; if it is zero or less, changes are checked at once.
    /// - Returns: The reaction.
    public func reaction(to event: FieldEvent, interval: Duration) -> FieldReaction {
        switch event {
        case .changed where !contains(.onChange): .ignore
        case .changed: interval > .zero ? .checkAfterDebounce : .check
        case .left: contains(.onEditingChanged) ? .check : .ignore
        case .submitted: contains(.onSubmit) ? .check : .ignore
        }
    }
}

/// A trigger that checks a value outside of a `FormModel` at the events that are chosen for it.
@MainActor
public final class FieldTrigger {
    private let debouncer: Debouncer

    /// Makes a trigger.
    ///
    /// - Parameter clock: The clock that measures the debounce.
    public init(clock: any Clock<Duration> = ContinuousClock()) {
        debouncer = Debouncer(.zero, clock: clock)
    }

    /// Checks the value, now, later or not at all.
    ///
    /// - Parameters:
    ///   - event: The event of the field.
    ///   - triggers: The events at which it is checked.
    ///   - interval: The debounce of changes.
    ///   - check: Checks the value that the field has then.
    public func handle(
        _ event: FieldEvent, on triggers: ValidationTriggers, interval: Duration,
        check: @escaping @MainActor () -> Void
    ) {
        switch triggers.reaction(to: event, interval: interval) {
        case .ignore: break
        case .check:
            debouncer.cancel()
            check()
        case .checkAfterDebounce:
            debouncer.interval = interval
            debouncer.submit { check() }
        }
    }
}

extension FieldModel {
    /// Moves the form's focus with that of the field's view.
    public func focusMoved(isHere: Bool) {
        if isHere {
            driver.focus(on: path)
        } else if isFocused {
            driver.focus(on: nil)
        }
    }

    /// Checks the field at the return key, if that is one of its triggers.
    public func inputEnded() async {
        guard triggers.reaction(to: .submitted, interval: debounce) == .check else { return }
        _ = await driver.validate([index])
    }
}
