// SPDX-License-Identifier: Apache-2.0

extension FormModel {
    /// Moves the focus to a field; `focus` can name something else in the view too.
    ///
    /// - Parameter path: The path of the field, also of one in a row.
    /// - Throws: `FormError.missingField` for a path that the form lacks; the focus stays where it is.
    public func moveFocus(to path: String) throws(FormError) {
        guard source.field(named: path) != nil else {
            throw .missingField(path, nearest: nearestName(to: path, in: layout.keys))
        }
        focus = path
    }
}

extension FormController {
    /// Moves the focus to a field; `focus` can name something else in the view too.
    ///
    /// - Parameter name: The name of the field, also of one in a row.
    /// - Throws: `FormError.missingField` for a name that the form lacks; the focus stays where it is.
    public func moveFocus(to name: String) throws(FormError) {
        guard driver.source.field(named: name) != nil else {
            throw .missingField(
                name, nearest: nearestName(to: name, in: driver.source.rules.layout.keys))
        }
        focus = name
    }
}
