// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// Checks names and defaults of the parameters of a rule, or of the settings of a plugin.
enum ParametersCheck {
    /// - Parameters:
    ///   - parameters: The parameters in their order.
    ///   - thing: The word for one of them: "setting".
    ///   - list: The place of the list.
    /// - Throws: The first thing that breaks the contract.
    static func run(
        on parameters: [RuleParameter], called thing: String, at list: DeclarationPlace
    ) throws(DeclarationError) {
        var names: Set<String> = []
        for (index, parameter) in parameters.enumerated() {
            let place = list.entry(index, called: "parameter").member("name")
            guard !parameter.name.isEmpty else {
                throw DeclarationError(at: place, found: "''", expected: "a name")
            }
            guard names.insert(parameter.name).inserted else {
                throw DeclarationError(
                    at: place, found: "\(quoted(parameter.name)) twice",
                    expected: "a different name for each \(thing)")
            }
            try checkDefault(
                of: parameter,
                at: list.entry(index, called: "parameter", named: parameter.name)
                    .member("default_value", in: "default"))
        }
    }

    private static func checkDefault(
        of parameter: RuleParameter, at place: DeclarationPlace
    ) throws(DeclarationError) {
        if case .number(let number) = parameter.defaultValue, !number.isFinite {
            throw DeclarationError(at: place, found: "\(number)", expected: "a finite number")
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
