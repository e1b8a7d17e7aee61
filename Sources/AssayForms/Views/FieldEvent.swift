// SPDX-License-Identifier: Apache-2.0

/// What happens to a field in a view.
public enum FieldEvent: Sendable, Hashable, CaseIterable {
    /// The value changed.
    case changed
    /// The focus left the field.
    case left
    /// The user ended the input by the return key.
    case submitted

    /// What a move of the focus is to a field.
    ///
    /// - Parameters:
    ///   - wasHere: The focus was on the field.
    ///   - isHere: The focus is on the field now.
    /// - Returns: Nil, unless the focus left the field.
    public static func focus(wasHere: Bool, isHere: Bool) -> FieldEvent? {
        wasHere && !isHere ? .left : nil
    }
}

/// What is done about an event.
public enum FieldReaction: Sendable, Hashable, CaseIterable {
    case ignore
    /// Judge the value now; a judgement that waits for a pause is not needed any more.
    case judge
    /// Judge the value when nothing has changed for a while.
    case judgeAfterPause
}

extension ValidationTriggers {
    /// What a field with these triggers does about an event; only changes are debounced.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - pause: How long no change has to come; zero or less: changes are judged at once.
    /// - Returns: The reaction, the same for the same event.
    public func reaction(to event: FieldEvent, pause: Duration) -> FieldReaction {
        switch event {
        case .changed where !contains(.onChange): .ignore
        case .changed: pause > .zero ? .judgeAfterPause : .judge
        case .left: contains(.onEditingChanged) ? .judge : .ignore
        case .submitted: contains(.onSubmit) ? .judge : .ignore
        }
    }
}

/// Lets a value that is no field of a `FormModel` be judged when its triggers say so.
@MainActor
public final class FieldTrigger {
    private let debouncer: Debouncer

    /// - Parameter clock: What measures pauses.
    public init(clock: any Clock<Duration> = ContinuousClock()) {
        debouncer = Debouncer(.zero, clock: clock)
    }

    /// Judges the value, now, later or not at all.
    ///
    /// - Parameters:
    ///   - event: What happened to the field.
    ///   - triggers: When it is judged.
    ///   - pause: How long no change has to come before a change is judged.
    ///   - judge: Judges the value that the field has then.
    public func handle(
        _ event: FieldEvent, on triggers: ValidationTriggers, pause: Duration,
        _ judge: @escaping @MainActor () -> Void
    ) {
        switch triggers.reaction(to: event, pause: pause) {
        case .ignore: break
        case .judge:
            debouncer.cancel()
            judge()
        case .judgeAfterPause:
            debouncer.pause = pause
            debouncer.submit { judge() }
        }
    }
}

extension FieldModel {
    /// The focus came to the field's view, or left it; the form's focus follows.
    public func focusMoved(isHere: Bool) {
        if isHere {
            form?.focus = path
        } else if isFocused {
            form?.focus = nil
        }
    }

    /// The user ended the input by the return key: the field is judged if its triggers say so.
    public func inputEnded() async {
        guard triggers.reaction(to: .submitted, pause: debounce) == .judge else { return }
        _ = try? await form?.validate(fields: [path])
    }
}
