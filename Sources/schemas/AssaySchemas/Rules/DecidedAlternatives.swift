// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// Alternatives of a record that the value of one member decides, as rules with a condition on it.
///
/// That is exact because each branch requires the member and gives it values of its own: one branch at most applies.
struct DecidedAlternatives {
    /// The requirement of every record.
    let decision: Requirement
    /// The requirements of records that meet a condition.
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
                    branch.without(member: key)
                ))
        }
        return cases
    }
}

/// A condition on a record that is one on members which are there.
struct RecordCondition {
    let conditions: [Condition]
    /// The member, if the condition is about a single one.
    private(set) var key: String?
    /// The requirement that the condition has for that member's value.
    private(set) var requirement: Requirement?

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
        guard conditions.count == 1 else { return }
        key = conditions[0].path.topLevelKey
        requirement = condition.with(
            .all(condition.requirements(ofMember: conditions[0].path.topLevelKey)))
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
        key = single.key
        requirement = negated
    }
}

extension Requirement {
    var requiredKeys: [String] {
        if case .required(let keys) = content { keys } else { [] }
    }

    /// Returns the requirements that the requirement of an object has for a member.
    fileprivate func requirements(ofMember key: String) -> [Requirement] {
        conjuncts.flatMap { part -> [Requirement] in
            guard case .members(let members) = part.content else { return [] }
            return members.filter { $0.key.hasSameBytes(as: key) }.flatMap(\.requirement.conjuncts)
        }
    }

    /// The values that the requirement of an object gives a member, or `nil` if it says more than values and kinds.
    fileprivate func values(ofMember key: String) -> [Value]? {
        var values: [Value]?
        var kinds = KindSet.all
        for part in requirements(ofMember: key) {
            switch part.content {
            case .values(let own): values = values.map { $0.filter { own.contains($0) } } ?? own
            case .kinds(let own): kinds.formIntersection(own)
            default: return nil
            }
        }
        return values?.filter { kinds.isSuperset(of: KindSet(of: $0)) }
    }

    /// The requirement without what says that a member is there and what it is.
    fileprivate func without(member key: String) -> Requirement {
        let parts = conjuncts.map { part in
            switch part.content {
            case .required(let keys): part.with(.required(keys.filter { $0 != key }))
            case .members(let members):
                part.with(.members(members.filter { !$0.key.hasSameBytes(as: key) }))
            default: part
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
