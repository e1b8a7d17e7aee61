// SPDX-License-Identifier: Apache-2.0

/// What was done to a field of a form that is a struct since the form was set last.
struct TypedChange {
    /// The field's number.
    var field: Int
    var isEdit = false
    var isReset = false
    var isRejection = false
    var isDemand = false
}

/// The controller to which the values of a form belong.
struct TypedOwner {
    let stamp: Stamp
    let registry: RuleRegistry
    /// Limits of asynchronous rules.
    let limits: AsyncLimits

    /// Lets a value begin as a part of the controller's form.
    ///
    /// - Parameters:
    ///   - value: The value, which is the initial one then.
    ///   - name: The name of the field.
    ///   - hasOtherRules: The controller has rules about the field that its value cannot run.
    func begin(_ value: inout any FormField, name: String, hasOtherRules: Bool) {
        value.name = name
        value.bind(to: registry)
        value.link.owner = stamp
        value.link.hasOtherRules = hasOtherRules
        value.begin()
    }

    /// Looks at what was done to a field.
    ///
    /// - Parameters:
    ///   - field: The property.
    ///   - number: The number of the field.
    ///   - form: The form, or the row, as it was; its values are the controller's.
    ///   - known: The link of the property there.
    ///   - new: The form as it is now; a value of another form, or an older copy, gets what the controller
    ///     knows.
    /// - Returns: Nil if nothing was done.
    func change<Form>(
        of field: ValidatedField<Form>, number: Int, from form: Form, link known: FieldLink,
        to new: inout Form
    ) -> TypedChange? {
        let link = field.link(new)
        guard known.stamp != link.stamp else {
            // An older copy does not know what the controller has decided since.
            if known.shown != link.shown {
                let was = field.read(form)
                field.update(&new) { $0 = was }
            }
            return nil
        }
        let (was, now) = (field.read(form), field.read(new))
        var change = TypedChange(field: number, isEdit: !now.hasValue(of: was))
        guard link.owner == stamp else {
            field.update(&new) { value in
                value.name = was.name
                value.bind(to: registry)
                value.link = was.link
                value.link.stamp = link.stamp
                value.takeInitialValue(of: was)
            }
            return change
        }
        change.isReset = link.resets > known.resets
        change.isRejection = link.rejections > known.rejections
        change.isDemand = link.demands > known.demands
        if !change.isReset { field.update(&new) { $0.takeInitialValue(of: was) } }
        return change
    }
}
