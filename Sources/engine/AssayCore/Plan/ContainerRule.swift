// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// The kind of value that a step of a path leads through.
///
/// A key leads through an object; an index and `[*]` lead through an array.
enum ContainerKind: Sendable {
    case object
    case array

    /// The kind of value that a step of a path leads through.
    init(before step: FieldPath.Segment) {
        self = if case .key = step { .object } else { .array }
    }

    private var number: UInt32 { self == .object ? ASSAY_OBJECT : ASSAY_ARRAY }

    /// Returns `true` if a value is of another kind; a missing value is not.
    ///
    /// In a record from text, a text is an array of one; see `MemberLookup.onlyElement(of:isText:)`.
    @inline(__always)
    func isWrong(_ value: assay_value, isText: Bool) -> Bool {
        value.kind != number && !RuleAdmission.isMissing(value.kind)
            && !(isText && self == .array && value.kind == ASSAY_STR)
    }
}

/// `path`: a value that the paths of rules lead through is of the kind that they say.
///
/// No rule set names it: the plan adds it to the containers of fields that have rules; see
/// `ContainerCompiler`.
package enum ContainerRule {
    /// The codes of its violations, which are in no registry.
    package static var codes: [RuleCode] { Code.codes(of: id) }

    private static let id = "path"

    enum Code: String, RuleCodes {
        case object = "must be an object because of the rules for {path}"
        case array = "must be an array because of the rules for {path}"
    }

    private static let objects = definition(of: .object)
    private static let arrays = definition(of: .array)

    private static func definition(of kind: ContainerKind) -> RuleDefinition {
        RuleDefinition(
            id: id, summary: "An object or an array, as the paths of other rules say",
            parameters: [
                RuleParameter("path", .string, isRequired: true, "The field with these rules")
            ],
            codes: codes, traits: [.stopsOnFailure, .impliedByPaths]
        ) { (_: Arguments) throws(RuleError) in instance(for: kind) }
    }

    private static func instance(for kind: ContainerKind) -> RuleInstance {
        let failure = Verdict.fail(kind == .object ? Code.object : .array)
        return RuleInstance(
            check: { value, context in
                kind.isWrong(value.unsafePointer.pointee, isText: context.isText)
                    ? failure : .pass
            },
            evaluate: { batch in
                for index in 0..<batch.rowCount {
                    let row = Int(batch.rows[index])
                    let isText = batch.context(row).isText
                    if kind.isWrong(batch.column[row], isText: isText) {
                        batch.record(failure, row: row)
                    }
                }
            })
    }

    /// Returns the rule for a container.
    ///
    /// - Parameters:
    ///   - kind: The kind that the container must have.
    ///   - path: The field with rules that leads through the container.
    /// - Returns: The rule, which fails a value of another kind and passes a missing one.
    static func bound(_ kind: ContainerKind, to path: String) -> BoundRule {
        let definition = kind == .object ? objects : arrays
        return BoundRule(
            expression: RuleExpression(id, [RuleArgument(.word(path))]),
            definition: definition,
            arguments: Arguments(
                parameters: definition.parameters, bound: [.value(.string(path))],
                ruleID: definition.id),
            instance: instance(for: kind), dependencies: [])
    }
}
