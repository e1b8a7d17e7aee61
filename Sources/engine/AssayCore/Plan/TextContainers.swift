// SPDX-License-Identifier: Apache-2.0

extension ValidationPlan {
    /// The issues that the rules have with cells, such as those of CSV: what nothing reads, and paths
    /// that lead into objects and arrays.
    package var cellIssues: [RuleSetIssue] { textIssues + containerIssuesOfText() }

    /// Returns an issue for each path that leads into an object or an array, which a record from text
    /// does not have: each of its values is a text.
    ///
    /// The paths are those of fields with rules, and those that rules and conditions name; each is reported
    /// once.
    ///
    /// - Parameter isHeld: Returns `true` for a path whose values the records have nevertheless, such as
    ///   the rows of a form, and `tags[*]` where a form can have a field several times.
    /// - Returns: The issues, in the order of the rule set.
    package func containerIssuesOfText(
        except isHeld: (FieldPath) -> Bool = { _ in false }
    ) -> [RuleSetIssue] {
        var known: Set<FieldPath> = []
        var issues: [RuleSetIssue] = []
        func add(_ path: FieldPath, of field: String, at location: FileLocation?) {
            guard path.segments.count > 1, known.insert(path).inserted, !isHeld(path) else {
                return
            }
            issues.append(Self.containerIssue(of: path, in: field, at: location))
        }
        for validator in ownValidators {
            for step in validator.steps {
                let location = step.entry.location
                add(validator.path, of: validator.key, at: location)
                for path in step.rule.dependencies { add(path, of: validator.key, at: location) }
                for condition in step.entry.conditions {
                    add(condition.path, of: validator.key, at: condition.location ?? location)
                }
                for rule in step.conditions.flatMap(\.rules) {
                    for path in rule.rule.dependencies {
                        add(path, of: validator.key, at: location)
                    }
                }
            }
        }
        for rule in recordsRules {
            for path in rule.paths + rule.conditionPaths {
                add(path, of: "records", at: rule.location)
            }
        }
        return issues
    }

    private static func containerIssue(
        of path: FieldPath, in field: String, at location: FileLocation?
    ) -> RuleSetIssue {
        let text = path.description
        let kind = ContainerKind(before: path.segments[1]) == .object ? "an object" : "an array"
        return RuleSetIssue(
            code: "field.cell",
            message: "the path '\(abbreviated(text))' leads into \(kind), and each value of a "
                + "record from text is a text",
            help: "write '\(abbreviated(FieldPath(key: text).description))' for a column with this "
                + "name",
            field: field, location: location)
    }
}
