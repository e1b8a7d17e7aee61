// SPDX-License-Identifier: Apache-2.0

extension ValidationPlan {
    /// The paths of the validators.
    package var ownPaths: [FieldPath] { validators.map(\.path) }

    /// The paths that rules and conditions name.
    private var references: [FieldPath] {
        validators.flatMap(\.steps).flatMap { step -> [FieldPath] in
            step.rule.dependencies + step.entry.conditions.map(\.path)
                + step.conditions.flatMap(\.rules).flatMap { $0.rule.dependencies }
        }
    }

    /// The paths of the validators and then those that rules and conditions name, once each.
    package var namedPaths: [FieldPath] {
        var known: Set<FieldPath> = []
        return (ownPaths + references).filter { known.insert($0).inserted }
    }

    /// The top-level fields with rules of their own.
    package var ownFields: Set<String> { Set(ownPaths.map(\.topLevelKey)) }

    /// The top-level fields that every record may lack, since all that their rules do is prohibit them.
    package var prohibitedFields: Set<String> {
        var prohibited: Set<String> = []
        var needed = Set(references.map(\.topLevelKey))
        for validator in validators {
            let isProhibited =
                !validator.steps.isEmpty
                && validator.steps.allSatisfy {
                    $0.rule.definition.id.hasPrefix("prohibited")
                }
            if isProhibited {
                prohibited.insert(validator.path.topLevelKey)
            } else {
                needed.insert(validator.path.topLevelKey)
            }
        }
        return prohibited.subtracting(needed)
    }
}
