// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// The rule sets of `Examples/signup`, compiled once for all tests: without optimization, making
/// the automata of their patterns takes a while.
enum SignupPlans {
    static let signup = Result { try plan(Repository.signupRuleSet, unknownFields: .allow) }
    /// Fields that the rule set does not know are warnings.
    static let warning = Result { try plan(Repository.signupRuleSet, unknownFields: .warn) }
    static let csv = Result { try plan(Repository.signupCSVRuleSet, unknownFields: .warn) }

    private static func plan(
        _ path: String, unknownFields: UnknownFieldPolicy
    ) throws -> ValidationPlan {
        let registry = RuleRegistry.standard()
        var ruleSet = try RuleSetLoader.load(file: path, registry: registry).ruleSet
        ruleSet.unknownFields = unknownFields
        return try ValidationPlan(ruleSet, registry: registry)
    }
}
