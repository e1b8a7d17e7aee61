// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// Alternatives of a record that the value of one member decides, as rules with a condition on it.
///
/// That is exact because each branch requires the member and gives it values of its own: one branch at most applies.
struct DecidedAlternatives {
    /// What applies to each record.
    let decision: Requirement
    /// What applies to records that meet a condition.
    let cases: [(condition: Condition, rest: Requirement)]

    init?(_ part: Requirement) {
        let branches: [Requirement]
        switch part.content {
        case .any(let parts), .exactlyOne(let parts): branches = parts
        default: return nil
        }
        let place = part.place
        for key in branches.first?.conjuncts.flatMap(\.requiredKeys) ?? [] {
            guard let cases = Self.cases(of: branches, by: key) else { continue }
            let all = Requirement(content: .values(cases.flatMap(\.values)), place: place)
            decision = Requirement(
                content: .all([
                    Requirement(content: .required([key]), place: place),
                    Requirement(
                        content: .members([.init(key: key, requirement: all)]), place: place),
                ]), place: place)
            self.cases = cases.map { ($0.condition, $0.rest) }
            return
        }
        return nil
    }

    private static func cases(
        of branches: [Requirement], by key: String
    ) -> [(condition: Condition, values: [Value], rest: Requirement)]? {
        var known: [Value] = []
        var cases: [(condition: Condition, values: [Value], rest: Requirement)] = []
        for branch in branches {
            guard branch.conjuncts.contains(where: { $0.requiredKeys.contains(key) }),
                let values = branch.values(ofMember: key),
                !values.contains(where: { known.contains($0) || !$0.isScalar })
            else { return nil }
            known += values
            let equality = Requirement(content: .values(values), place: branch.place)
            guard let rules = try? ExpressionWriter().rules(for: equality) else { return nil }
            cases.append(
                (
                    Condition(FieldPath(key: key), rules: rules), values,
                    branch.withoutValues(ofMember: key)
                ))
        }
        return cases
    }
}

/// A condition on a record that is one on members which are there.
struct RecordCondition {
    let conditions: [Condition]

    /// Takes a condition, simplified within objects.
    ///
    /// - Parameters:
    ///   - condition: The condition.
    ///   - required: The members that a record has in any case, or else it is invalid without the condition.
    init?(_ condition: Requirement, required: [String]) {
        let parts = condition.conjuncts
        let own = parts.flatMap(\.requiredKeys)
        var conditions: [Condition] = []
        var named: [String] = []
        for part in parts {
            switch part.content {
            case .required: continue
            case .members(let members):
                for member in members where !member.requirement.isTrivial {
                    guard own.contains(member.key) || required.contains(member.key),
                        let rules = try? ExpressionWriter().rules(for: member.requirement)
                    else { return nil }
                    named.append(member.key)
                    let all = [RuleExpression("present")] + rules
                    conditions.append(Condition(FieldPath(key: member.key), rules: all))
                }
            default: return nil
            }
        }
        for key in own where !named.contains(key) {
            conditions.append(Condition(FieldPath(key: key), rules: [RuleExpression("present")]))
        }
        guard !conditions.isEmpty else { return nil }
        self.conditions = conditions
    }

    /// The opposite of a condition on a single member which is there in any case.
    init?(not condition: Requirement, required: [String]) {
        let parts = condition.conjuncts
        guard parts.flatMap(\.requiredKeys).allSatisfy({ required.contains($0) }) else {
            return nil
        }
        var single: Requirement.Member?
        for part in parts {
            switch part.content {
            case .required: continue
            case .members(let members):
                for member in members where !member.requirement.isTrivial {
                    guard single == nil, required.contains(member.key) else { return nil }
                    single = member
                }
            default: return nil
            }
        }
        guard let single else { return nil }
        let negated = single.requirement.with(.not(single.requirement))
        guard let rules = try? ExpressionWriter().rules(for: negated) else { return nil }
        conditions = [
            Condition(FieldPath(key: single.key), rules: [RuleExpression("present")] + rules)
        ]
    }
}

extension Requirement {
    var requiredKeys: [String] {
        if case .required(let keys) = content { keys } else { [] }
    }

    /// The values that the requirement of an object gives a member.
    fileprivate func values(ofMember key: String) -> [Value]? {
        for part in conjuncts {
            guard case .members(let members) = part.content else { continue }
            for member in members where member.key.hasSameBytes(as: key) {
                for part in member.requirement.conjuncts {
                    if case .values(let values) = part.content { return values }
                }
            }
        }
        return nil
    }

    /// The requirement without what says that a member is there and has some values.
    fileprivate func withoutValues(ofMember key: String) -> Requirement {
        let parts = conjuncts.map { part in
            switch part.content {
            case .required(let keys): return part.with(.required(keys.filter { $0 != key }))
            case .members(let members):
                return part.with(
                    .members(
                        members.map { member in
                            guard member.key.hasSameBytes(as: key) else { return member }
                            let rest = member.requirement.conjuncts.filter {
                                if case .values = $0.content { false } else { true }
                            }
                            return Member(
                                key: key, requirement: member.requirement.with(.all(rest)))
                        }))
            default: return part
            }
        }
        return with(.all(parts))
    }
}

extension Value {
    fileprivate var isScalar: Bool {
        switch self {
        case .array, .object, .null, .absent: false
        default: true
        }
    }
}
