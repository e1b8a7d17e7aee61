// SPDX-License-Identifier: Apache-2.0

// Fields that appear and vanish.
extension FormController {
    /// Takes a field out of the form, until it is registered again; see `FormModel.unregister(_:value:)`.
    ///
    /// The property stays, and setting it is possible; `form` has its value.
    ///
    /// - Parameters:
    ///   - name: The name of the field; one that is unregistered stays as it is.
    ///   - value: The treatment of its value; `dropped` sets it back to the initial one.
    /// - Throws: `FormError.missingField` for a name that the form lacks.
    public func unregister(
        _ name: String, value: UnregisteredValue = .kept
    ) throws(FormError) {
        for field in try driver.source.rules.layout.fields(named: [name]) {
            driver.unregister(field, dropping: value == .dropped)
        }
    }

    /// Brings a field back that was unregistered: untouched, and dirty if its value is not the initial one.
    ///
    /// - Parameter name: The name of the field; one that is registered stays as it is.
    /// - Throws: `FormError.missingField` for a name that the form lacks.
    public func register(_ name: String) throws(FormError) {
        for field in try driver.source.rules.layout.fields(named: [name]) { driver.register(field) }
    }

    /// Returns `true` if the form has a field at the moment, and `false` for a name that it lacks.
    public func isRegistered(_ name: String) -> Bool {
        driver.source.rules.layout.field(named: name)
            .map { !driver.source.unregistered.contains($0) } ?? false
    }
}
