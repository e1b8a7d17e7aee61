// SPDX-License-Identifier: Apache-2.0

extension FormModel {
    /// The field of a case, in a form that was made from the enumeration.
    public subscript<Fields: FormFields>(_ field: Fields) -> FieldModel { self[field.id] }
}
