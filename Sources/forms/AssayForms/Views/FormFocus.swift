// SPDX-License-Identifier: Apache-2.0

/// The focus of a form that is a struct, as the inputs of its properties see and move it.
@MainActor
@_spi(Views) public struct FormFocus {
    /// The debounce of the form's changes.
    public let debounce: Duration
    /// The value that has the focus.
    private let focused: Stamp?
    private let move: @MainActor (_ isHere: Bool, _ value: Stamp) -> Void

    fileprivate init(
        debounce: Duration, focused: Stamp?,
        move: @escaping @MainActor (_ isHere: Bool, _ value: Stamp) -> Void
    ) {
        self.debounce = debounce
        self.focused = focused
        self.move = move
    }

    /// Returns `true` if a value of the form has the focus, also one in a row.
    public func isOn<Value>(_ value: ValidatedValue<Value>) -> Bool {
        focused == value.link.stamp
    }

    /// Moves the focus of the form with that of the view of a value.
    public func moved<Value>(isHere: Bool, at value: ValidatedValue<Value>) {
        move(isHere, value.link.stamp)
    }
}

extension FormController {
    /// The focus of the form, for the inputs of its properties.
    @_spi(Views) public var formFocus: FormFocus {
        let name = focus
        let fields = name == nil ? [] : form.fieldsWithRows
        return FormFocus(
            debounce: driver.source.interval,
            focused: fields.first { $0.name == name }?.value.link.stamp
        ) { isHere, stamp in
            guard
                let name = self.form.fieldsWithRows.first(where: { $0.value.link.stamp == stamp })?
                    .name
            else { return }
            if isHere {
                self.focus = name
            } else if self.focus == name {
                self.focus = nil
            }
        }
    }
}
