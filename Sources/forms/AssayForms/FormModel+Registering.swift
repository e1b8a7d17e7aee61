// SPDX-License-Identifier: Apache-2.0

/// The treatment of the value of a field that is unregistered.
public enum UnregisteredValue: Sendable, Hashable, CaseIterable {
    /// It stays in the form and is submitted, unchecked; the field has it when it is registered again.
    case kept
    /// It is gone; the field begins with its initial value when it is registered again.
    case dropped
}

// Fields that appear and vanish.
extension FormModel {
    /// Takes a field out of the form, until it is registered again.
    ///
    /// Rules about the field alone do not run, and cannot make the form invalid. Rules of other
    /// fields that name it see its value, or that there is none. Its errors (also those of a
    /// server), its pending answers and the focus on it are lost. If a server sends a new error
    /// about it, the error is one of the `formErrors`. `reset` leaves the field unregistered.
    ///
    /// The rules of the other fields are compiled anew: O(rules).
    ///
    /// - Parameters:
    ///   - path: The path of the field. Unregistering an array also removes the fields of its rows,
    ///     which `rows(_:)` makes anew when it is registered again. A field that is not registered
    ///     stays as it is.
    ///   - value: The treatment of its value.
    /// - Throws: `FormError.missingField` for a path that the form lacks, also for one in a row.
    public func unregister(
        _ path: String, value: UnregisteredValue = .kept
    ) throws(FormError) {
        driver.useCurrentRules()
        for field in try layout.fields(named: [path]) {
            driver.unregister(field, dropping: value == .dropped)
        }
    }

    /// Brings a field back that was unregistered: untouched, and dirty if its value is not the initial one.
    ///
    /// - Parameter path: The path of the field; a registered field stays as it is.
    /// - Throws: `FormError.missingField` for a path that the form lacks.
    public func register(_ path: String) throws(FormError) {
        driver.useCurrentRules()
        for field in try layout.fields(named: [path]) { driver.register(field) }
    }

    /// Registers or unregisters a field as a condition says, for a form whose fields follow its
    /// values.
    ///
    /// - Parameters:
    ///   - path: The path of the field.
    ///   - isRegistered: `true` to register the field, `false` to unregister it.
    ///   - value: The treatment of the value of a field that is unregistered.
    /// - Throws: `FormError.missingField` for a path that the form lacks.
    public func setRegistered(
        _ path: String, _ isRegistered: Bool, value: UnregisteredValue = .kept
    ) throws(FormError) {
        if isRegistered { try register(path) } else { try unregister(path, value: value) }
    }
}
