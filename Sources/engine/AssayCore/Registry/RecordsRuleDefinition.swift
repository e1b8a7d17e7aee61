// SPDX-License-Identifier: Apache-2.0

/// A rule about the records of a data set, as a registry holds it.
package struct RecordsRuleDefinition: Sendable {
    /// The id, the summary, the parameters and the codes, as rules of fields have them.
    package let rule: RuleDefinition
    /// `true` if a rule set can give it a tolerance.
    package let takesTolerance: Bool
    package let examples: [RecordsExample]
    /// The requirement on the values of its field.
    package let values: RecordsValues
    /// Returns the check that the arguments ask for.
    package let check: @Sendable (Arguments) throws(RuleError) -> RecordsCheck

    package var id: String { rule.id }
    package var summary: String { rule.summary }

    /// Describes a rule.
    ///
    /// - Parameters:
    ///   - id: lowerCamelCase.
    ///   - summary: One sentence without a period.
    ///   - parameters: The parameters in the order of positional arguments; the fields are `fields` or `field`.
    ///   - codes: The codes of its violations.
    ///   - takesTolerance: `true` if a rule set can give it a tolerance.
    ///   - values: The requirement on the values of its field.
    ///   - examples: At least one valid and one invalid.
    ///   - check: Returns the check that the arguments ask for.
    package init(
        _ id: String, _ summary: String, parameters: [RuleParameter], codes: [RuleCode],
        takesTolerance: Bool = false, values: RecordsValues = .any, examples: [RecordsExample],
        check: @escaping @Sendable (Arguments) throws(RuleError) -> RecordsCheck
    ) {
        let codes =
            codes
            + (takesTolerance
                ? [RuleCode("\(id).\(Self.toleranceCode)", Self.toleranceMessage)] : [])
        rule = RuleDefinition(
            RecordsRuleStub.self, id, summary, parameters: parameters, codes: codes, examples: [])
        self.takesTolerance = takesTolerance
        self.values = values
        self.examples = examples
        self.check = check
    }

    /// The last part of the code of too many failures.
    package static let toleranceCode = "tolerance"

    /// The message of `<rule>.tolerance`, for rules of records and of fields.
    package static let toleranceMessage =
        "failed {rule} in {failed} of {decided} {decided:case|cases} ({share}); at most {tolerance} may fail"
}

/// The requirement of a rule about records on the values of its field.
package enum RecordsValues: Sendable {
    case any
    case numbers
    /// Numbers, and what rules read texts as.
    case ordered
    /// Dates and moments that rules read.
    case moments
}

/// Records that pass or fail a rule about records, which `explain` and the documentation print and tests run.
package struct RecordsExample: Sendable {
    package let expression: String
    /// The records as JSON, one a line.
    package let records: [String]
    /// The rules of the fields that the example needs, by path.
    package let fields: KeyValuePairs<String, String>
    /// The code of the first finding, or `nil` if the records pass.
    package let code: String?

    package init(
        _ expression: String, _ records: [String], fields: KeyValuePairs<String, String> = [:],
        code: String? = nil
    ) {
        self.expression = expression
        self.records = records
        self.fields = fields
        self.code = code
    }
}

/// The instance that resolving a rule about records makes; no value is checked by it.
private struct RecordsRuleStub: Rule {
    static let definition = RuleDefinition(
        RecordsRuleStub.self, "records", "A rule about records", examples: [])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .undecided(.invalidVerdict)
    }
}
