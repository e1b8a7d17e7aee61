// SPDX-License-Identifier: Apache-2.0
package import Assay
import AssayPatternAnalysis
package import AssayRegex

/// The steps of a rule's pattern on a value, for `:why`.
package struct PatternSteps {
    /// The limits of a search.
    package let limits: PatternLimits

    /// Steps under limits; by default those of the patterns themselves.
    package init(limits: PatternLimits = PatternLimits()) {
        self.limits = limits
    }

    /// `12 of 65536 steps`; nil for a rule without a pattern and for a value that is no text.
    package func note(of rule: BoundRule, value: Value) -> String? {
        guard case .string(let text) = value, let pattern = Self.pattern(of: rule),
            let effort = pattern.effort(on: text, limits: limits)
        else { return nil }
        if effort.usesAutomaton {
            return
                "an automaton read \(text.utf8.count) byte\(text.utf8.count == 1 ? "" : "s") once"
        }
        guard let steps = effort.steps else { return "more than \(effort.limit) steps" }
        return "\(steps) of \(effort.limit) steps"
    }

    /// The pattern that a rule was given.
    package static func pattern(of rule: BoundRule) -> Pattern? {
        for (parameter, bound) in zip(rule.definition.parameters, rule.arguments.all) {
            guard parameter.kind == .pattern, case .pattern(let source, let flags) = bound,
                let options = try? Pattern.Options(
                    flags: flags + (rule.arguments.string("flags") ?? ""))
            else { continue }
            return try? Pattern(
                source, options: options,
                match: rule.arguments.choice("match") == "whole" ? .whole : .search)
        }
        return nil
    }
}
