// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayServices

/// Checks names, choices and defaults of the parameters of a rule, or of the settings of a plugin.
struct ParametersCheck {
    /// The parameters in their order.
    let parameters: [RuleParameter]
    /// The word for one of them: "setting".
    let thing: String
    /// The place of the list.
    let list: DeclarationPlace
    /// `true` for parameters of a rule, which an expression gives by name or in their order.
    let isForExpressions: Bool

    /// A check of the settings of a plugin.
    static func settings(_ parameters: [RuleParameter]) -> Self {
        Self(
            parameters: parameters, thing: "setting",
            list: DeclarationPlace(words: "configuration", pointer: "/configuration"),
            isForExpressions: false)
    }

    /// A check of the parameters of the rule at a place.
    static func parameters(_ parameters: [RuleParameter], of rule: DeclarationPlace) -> Self {
        Self(
            parameters: parameters, thing: "parameter", list: rule.list("parameters"),
            isForExpressions: true)
    }

    /// - Throws: The first thing that breaks the contract.
    func run() throws(DeclarationError) {
        var names: Set<String> = []
        var optional: String?
        for (index, parameter) in parameters.enumerated() {
            let name = list.entry(index, called: "parameter").member("name")
            try checkName(parameter.name, at: name)
            guard names.insert(parameter.name).inserted else {
                throw DeclarationError(
                    at: name, found: "\(quoted(parameter.name)) twice",
                    expected: "a different name for each \(thing)")
            }
            let place = list.entry(index, called: "parameter", named: parameter.name)
            try checkChoices(of: parameter, at: place)
            try checkNeed(of: parameter, after: optional, at: place)
            try checkDefault(of: parameter, at: place.member("default_value", in: "default"))
            if !parameter.isRequired { optional = optional ?? parameter.name }
        }
    }

    private func checkName(_ name: String, at place: DeclarationPlace) throws(DeclarationError) {
        guard !name.isEmpty else {
            throw DeclarationError(at: place, found: "''", expected: "a name")
        }
        guard isForExpressions, !name.isArgumentName else { return }
        throw DeclarationError(
            at: place, found: quoted(name),
            expected: "a name that an expression can give, of letters and digits: maxLength")
    }

    private func checkChoices(
        of parameter: RuleParameter, at place: DeclarationPlace
    ) throws(DeclarationError) {
        guard case .choice(let choices) = parameter.kind else { return }
        var names: Set<String> = []
        for choice in choices {
            guard !choice.isEmpty else {
                throw DeclarationError(
                    at: place.member("choices"), found: "''",
                    expected: "a name for each choice")
            }
            guard names.insert(choice).inserted else {
                throw DeclarationError(
                    at: place.member("choices"), found: "\(quoted(choice)) twice",
                    expected: "a different name for each choice")
            }
        }
    }

    /// Checks a required parameter, which takes no default, and which no positional argument reaches
    /// after an optional one.
    private func checkNeed(
        of parameter: RuleParameter, after optional: String?, at place: DeclarationPlace
    ) throws(DeclarationError) {
        guard parameter.isRequired else { return }
        guard parameter.defaultValue == .absent else {
            throw DeclarationError(
                at: place, found: "ASSAY_PARAM_REQUIRED and a default",
                expected: "one of the two, because a required \(thing) is always given")
        }
        guard isForExpressions, let optional else { return }
        throw DeclarationError(
            at: place, found: "a required parameter after the optional one \(quoted(optional))",
            expected: "the required parameters first")
    }

    private func checkDefault(
        of parameter: RuleParameter, at place: DeclarationPlace
    ) throws(DeclarationError) {
        if case .number(let number) = parameter.defaultValue, !number.isFinite {
            throw DeclarationError(at: place, found: "\(number)", expected: "a finite number")
        }
        if case (.pattern, .string(let source)) = (parameter.kind, parameter.defaultValue),
            let reason = PatternSource.defect(of: source)
        {
            throw DeclarationError(
                at: place, found: "the pattern \(quoted(source)) (\(oneLine(reason)))",
                expected: "a pattern that compiles")
        }
        guard !parameter.takesItsDefault else { return }
        throw DeclarationError(
            at: place, found: excerpt(of: parameter.defaultValue),
            expected: parameter.kind == .field
                ? "no default, because a rule set names the field"
                : oneLine(parameter.expectation))
    }
}

extension RuleParameter {
    /// `true` if there is no default, or one that `create` and `init` can receive.
    fileprivate var takesItsDefault: Bool {
        switch (kind, defaultValue) {
        case (_, .absent): true
        case (.integer, .number): false
        case (.pattern, .string): true
        default: taken(defaultValue) != nil
        }
    }
}
