// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

@testable import ruleshell

/// The rule sets that checked inputs are validated against, ready to run.
struct CheckedRules: Sendable {
    let ruleSet: RuleSet
    let plan: ValidationPlan
    let layout: FindingLayout

    private init(_ text: String) {
        do throws(RuleSetError) {
            (ruleSet, plan) = try RuleSetLoader.load(text, registry: .standard())
        } catch {
            fatalError("\(error)")
        }
        layout = FindingLayout(plan: plan)
    }

    static let all = [conditions, containers, capacity, everyRule]

    /// Presence, conversion, patterns of both engines, other fields, conditions.
    private static let conditions = CheckedRules(
        #"""
        assay: 1
        unknownFields: warn
        fields:
          a: required, length(2...5), regex(/^[a-z]+$/)
          b: integer, range(1...9)
          c:
            - rule: required
              when: {a: 'regex(/(x+x+)+y/)'}
            - sameAs(a)
        """#)

    /// Members and elements, objects and lists as values.
    private static let containers = CheckedRules(
        #"""
        assay: 1
        unknownFields: reject
        fields:
          a: { rules: 'object, allowedKeys("b", "é")', sensitive: true }
          a.b: required, string
          c: maxItems(6), uniqueItems
          c[*]: integer, multipleOf(0.5)
          c[1]: equals(1)
          '"x.y"[*].z': oneOf("p", "é", 1, 1.5)
        """#)

    /// More findings than are kept.
    private static let capacity = CheckedRules(
        #"""
        assay: 1
        maximumViolations: 2
        fields:
          a: required, email, ascii, lowercase
          b[*]: { rules: 'required, string, length(1...2)', sensitive: true }
          "1": required, date
          '""': prohibited
        """#)

    /// Every built-in rule on one field, with the arguments of an example.
    ///
    /// Those after which no other would run are negated, and so are those that read texts in different
    /// ways.
    static let everyRule: CheckedRules = {
        let rules = RuleRegistry.standard().allDefinitions.compactMap { definition in
            definition.examples.first.map { example in
                definition.traits.contains(.stopsOnFailure) || definition.facets.reading != nil
                    ? "not(\(example.expression))" : example.expression
            }
        }
        let quoted = rules.map { "    - '\($0.replacing("'", with: "''"))'\n" }
        return CheckedRules("assay: 1\nfields:\n  a:\n\(quoted.joined())")
    }()
}
