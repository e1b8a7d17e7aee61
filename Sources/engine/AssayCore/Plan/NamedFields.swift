// SPDX-License-Identifier: Apache-2.0

extension ValidationPlan {
    /// The paths of the validators of fields.
    package var ownPaths: [FieldPath] { ownValidators.map(\.path).filter { !$0.isRecord } }

    /// The paths that rules, conditions and the identity of records name, those of rules about records included.
    private var references: [FieldPath] {
        ruleReferences + identity.paths + recordsReferences
    }

    /// The paths that rules about records name, and those of the keys of sources that are the data set itself.
    package var recordsReferences: [FieldPath] {
        recordsRules.flatMap { rule in
            rule.paths + rule.conditionPaths + (ownKey(of: rule)?.paths ?? [])
        }
    }

    private var ruleReferences: [FieldPath] {
        ownValidators.flatMap(\.steps).flatMap { step -> [FieldPath] in
            step.rule.dependencies + step.entry.conditions.map(\.path)
                + step.conditions.flatMap(\.rules).flatMap { $0.rule.dependencies }
        }
    }

    /// The paths of the validators, followed by the paths that rules, conditions and the identity
    /// of records name, once each.
    package var namedPaths: [FieldPath] {
        var known: Set<FieldPath> = []
        return (ownPaths + references).filter { known.insert($0).inserted }
    }

    /// The top-level fields with rules of their own.
    package var ownFields: Set<String> { Set(ownPaths.map(\.topLevelKey)) }

    /// The paths that every record may lack, because their rules only prohibit them.
    package var prohibitedPaths: Set<FieldPath> {
        let paths = Set(ownValidators.filter(\.onlyProhibits).map(\.path))
        return paths.isEmpty ? paths : paths.subtracting(neededPaths)
    }

    /// The top-level fields that every record may lack for that reason.
    package var prohibitedFields: Set<String> {
        let fields = Set(prohibitedPaths.map(\.topLevelKey))
        return fields.isEmpty ? fields : fields.subtracting(neededPaths.map(\.topLevelKey))
    }

    private var neededPaths: [FieldPath] {
        ownValidators.filter { !$0.onlyProhibits && !$0.path.isRecord }.map(\.path) + references
    }
}

extension CompiledValidator {
    fileprivate var onlyProhibits: Bool {
        !steps.isEmpty && steps.allSatisfy { $0.rule.definition.traits.contains(.prohibits) }
    }
}
