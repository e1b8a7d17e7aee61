// SPDX-License-Identifier: Apache-2.0

/// An asynchronous rule that a synchronous validation deferred, as data.
package struct DeferredRule: Sendable {
    /// The RFC 6901 JSON Pointer of the value, such as `/items/2/price`.
    package let pointer: String
    /// The path of the validator in the rule set, such as `items[*].price`.
    package let field: String
    /// The rule's id.
    package let rule: String
    /// The place of the value in its file, or `nil` for records that come from no file.
    package let source: RecordSource?
    /// The place of the rule in its rule-set file, if it was read from one.
    package let ruleLocation: FileLocation?
    /// The label of the field.
    let fieldLabel: FieldLabel?

    /// The rules of the validation, for the call that completes it.
    let origin: Origin
    let place: Place
    /// The number of the report's violations that come before this rule; `faultsBefore` counts its
    /// faults.
    var violationsBefore: Int
    var faultsBefore: Int

    /// The rules of a validation, which stay in force for what it deferred.
    struct Origin: Sendable {
        let plan: ValidationPlan
        /// Indexes into the plan's validators, or `nil` for all validators.
        let validators: Set<Int>?
        /// The moment that it compared dates with.
        let moment: Duration
    }

    /// A rule of a plan and one of the values that it checks.
    struct Place: Sendable, Hashable {
        let plan: ObjectIdentifier
        let validator: Int
        let step: Int
        /// The index of the element for each `[*]` of the validator's path.
        let indexes: [Int]
    }

    /// The stable code, `fault.deferred`.
    package var code: String { fault.code }

    package var message: String { fault.message }

    /// The object of every report: that of a fault with the severity `deferred`.
    package var object: Value {
        guard case .object(var object) = fault.object else { return fault.object }
        object["severity"] = "deferred"
        return .object(object)
    }

    /// The fault that represents the rule if the report is not completed.
    var fault: Fault {
        var fault = Fault(
            pointer: pointer, field: field, rule: rule, reason: .deferred, detail: nil,
            source: source, ruleLocation: ruleLocation)
        fault.fieldLabel = fieldLabel
        return fault
    }
}

/// Two are equal if a reader of the report sees no difference.
extension DeferredRule: Equatable {
    public static func == (left: DeferredRule, right: DeferredRule) -> Bool {
        left.pointer == right.pointer && left.field == right.field && left.rule == right.rule
            && left.source == right.source && left.ruleLocation == right.ruleLocation
    }
}
