// SPDX-License-Identifier: Apache-2.0

/// The changes of a field of a form that is a struct since the form was set last.
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
    /// The messages of the controller, or `nil` for those that the properties have.
    var messages: MessageCatalogue?

    /// Lets a value begin as a part of the controller's form.
    ///
    /// - Parameters:
    ///   - value: The value, which is the initial one then.
    ///   - name: The name of the field.
    ///   - hasOtherRules: `true` if the controller has rules about the field that its value cannot
    ///     run.
    func begin(_ value: inout any FormField, name: String, hasOtherRules: Bool) {
        value.name = name
        value.bind(to: registry)
        if let messages { value.catalogue = messages }
        value.link.owner = stamp
        value.link.hasOtherRules = hasOtherRules
        value.begin()
    }

    /// Finds what was done to a field.
    ///
    /// - Parameters:
    ///   - number: The number of the field.
    ///   - now: The value as it is now.
    ///   - was: The controller's value.
    ///   - known: The link of the controller's value.
    /// - Returns: The change, or `nil` if nothing was done; and a replacement of the value, if it
    ///   is one of another form or an older copy, and does not know what the controller knows.
    func change(
        of number: Int, to now: ValueState, from was: ValueState, link known: FieldLink
    ) -> (change: TypedChange?, replacement: ValueState?) {
        let link = now.link
        guard known.stamp != link.stamp else {
            // An older copy does not know what the controller has decided since.
            return (nil, known.shown != link.shown ? was : nil)
        }
        var change = TypedChange(field: number, isEdit: !now.hasValue(of: was))
        guard link.owner == stamp else {
            let own = now.copy()
            own.name = was.name
            own.bind(to: registry)
            if let messages { own.catalogue = messages }
            own.link = was.link
            own.link.stamp = link.stamp
            own.takeInitialValue(of: was)
            return (change, own)
        }
        change.isReset = link.resets > known.resets
        change.isRejection = link.rejections > known.rejections
        change.isDemand = link.demands > known.demands
        guard !change.isReset, !now.hasInitialValue(of: was) else { return (change, nil) }
        let own = now.copy()
        own.takeInitialValue(of: was)
        return (change, own)
    }
}
