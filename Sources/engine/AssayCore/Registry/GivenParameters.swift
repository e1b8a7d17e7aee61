// SPDX-License-Identifier: Apache-2.0

extension BoundRule {
    /// The parameters for which the expression has an argument, in their order; the others have their
    /// defaults.
    package var givenParameters: [String] {
        var matcher = ArgumentMatcher(definition: definition, expression: expression)
        guard let matched = try? matcher.match() else { return [] }  // binding has matched them
        return zip(definition.parameters, matched).compactMap { $1 == nil ? nil : $0.name }
    }

    /// The rule and the rules among its arguments, outer ones first.
    package var withNested: [BoundRule] {
        [self]
            + arguments.all.flatMap { argument -> [BoundRule] in
                if case .rules(let rules) = argument { rules.flatMap(\.withNested) } else { [] }
            }
    }
}
