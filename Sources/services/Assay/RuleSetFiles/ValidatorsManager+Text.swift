// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) public import AssayCore

extension ValidatorsManager {
    /// The issues that the validators have with records from text, such as forms: rules that compare
    /// what nothing reads.
    ///
    /// As long as there are some, no record from text is valid: each report has them as violations with
    /// the code `field.unread`. Records from JSON are not concerned.
    public var textIssues: [RuleSetIssue] { plan.textIssues }

    /// The issues that the validators have with cells, such as those of CSV.
    ///
    /// These are `textIssues` and paths that lead into objects and arrays, which no cell is. A reader of
    /// CSV rejects its input as long as there are some.
    public var cellIssues: [RuleSetIssue] { plan.cellIssues }
}
