// SPDX-License-Identifier: Apache-2.0

/// An asynchronous rule that a synchronous validation left to be asked, as data.
public struct DeferredRule: Sendable {
    /// Where the value is: an RFC 6901 JSON Pointer, such as `/items/2/price`.
    public let pointer: String
    /// The path of the validator in the rule set, such as `items[*].price`.
    public let field: String
    /// The rule's id.
    public let rule: String
    /// Where the value stands in its file; nil for records that come from no file.
    public let source: RecordSource?
    /// Where the rule stands in its rule-set file, if it was read from one.
    public let ruleLocation: FileLocation?

    /// What the validation ran, for the one that completes it.
    let origin: Origin
    let place: Place
    /// The report's violations and faults that belong before this rule's.
    var violationsBefore: Int
    var faultsBefore: Int

    /// The rules of a validation, which stay in force for what it deferred.
    struct Origin: Sendable {
        let plan: ValidationPlan
        /// Indexes into the plan's validators; nil for all.
        let validators: Set<Int>?
    }

    /// A rule of a plan and one of the values that it looks at.
    struct Place: Sendable, Hashable {
        let plan: ObjectIdentifier
        let validator: Int
        let step: Int
        /// The index of the element for each `[*]` of the validator's path.
        let indexes: [Int]
    }

    /// Stable: `fault.deferred`.
    public var code: String { fault.code }

    public var message: String { fault.message }

    /// The JSON object of every report: that of a fault with the severity `deferred`.
    public var json: Value {
        guard case .object(var object) = fault.json else { return fault.json }
        object["severity"] = "deferred"
        return .object(object)
    }

    /// What this is for those who do not complete it.
    var fault: Fault {
        Fault(
            pointer: pointer, field: field, rule: rule, reason: .deferred, detail: nil,
            source: source, ruleLocation: ruleLocation)
    }
}

/// Equality is that of what a reader sees.
extension DeferredRule: Equatable {
    public static func == (left: DeferredRule, right: DeferredRule) -> Bool {
        left.pointer == right.pointer && left.field == right.field && left.rule == right.rule
            && left.source == right.source && left.ruleLocation == right.ruleLocation
    }
}
