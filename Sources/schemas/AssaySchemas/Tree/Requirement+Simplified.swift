// SPDX-License-Identifier: Apache-2.0
import AssayCore

// What is left of a requirement where the kinds of the value are known. Null is never among them here: every
// place of a value says for itself whether null satisfies it (`acceptsNull`).
extension Requirement {
    /// The requirement without what values of these kinds satisfy anyway.
    ///
    /// Negations are at single rules afterwards, and only where the kind of the value is known to be one that the rule
    /// is about, because `not` fails where its rule cannot decide.
    func simplified(within kinds: KindSet) -> Requirement {
        switch content {
        case .kinds(let own):
            return kinds.isSubset(of: own) ? .always(place) : with(.kinds(own.intersection(kinds)))
        case .values(let values):
            let possible = values.filter { !KindSet(of: $0).isDisjoint(with: kinds) }
            return possible.isEmpty ? .never(place) : with(.values(possible))
        case .rule(_, let own), .unsayable(_, _, let own):
            return own.isDisjoint(with: kinds) ? .always(place) : self
        case .members, .required, .closed, .dependent, .keys:
            return kinds.contains(.object) ? self : .always(place)
        case .elements, .element, .contains:
            return kinds.contains(.array) ? self : .always(place)
        case .all(let parts): return Self.conjunction(of: parts, within: kinds, place)
        case .any(let parts): return Self.disjunction(of: parts, within: kinds, place)
        case .exactlyOne(let parts): return exactlyOne(of: parts, within: kinds)
        case .not(let part): return part.negated(within: kinds)
        case .implication(let condition, let consequence):
            return Self.disjunction(
                of: [condition.with(.not(condition)), consequence], within: kinds, place)
        }
    }

    /// The kinds of the values that can satisfy it; more is allowed, less is not.
    var possibleKinds: KindSet {
        switch content {
        case .kinds(let kinds): kinds
        case .values(let values): values.reduce(into: []) { $0.formUnion(KindSet(of: $1)) }
        case .all(let parts): parts.reduce(.all) { $0.intersection($1.possibleKinds) }
        case .any(let parts), .exactlyOne(let parts):
            parts.reduce(into: []) { $0.formUnion($1.possibleKinds) }
        default: .all
        }
    }

    func with(_ content: Content) -> Requirement { Requirement(content: content, place: place) }

    private static func conjunction(
        of parts: [Requirement], within kinds: KindSet, _ place: SchemaPlace
    ) -> Requirement {
        let flat = parts.flatMap(\.conjuncts)
        var simple = flat
        var left: KindSet?
        // A part can leave fewer kinds to the others.
        while true {
            let possible = simple.reduce(left ?? kinds) { $0.intersection($1.possibleKinds) }
            if possible.isEmpty { return .never(simple.first { $0.isNever }?.place ?? place) }
            if possible == left { break }
            left = possible
            simple = simple.flatMap { $0.simplified(within: possible).conjuncts }
            if let never = simple.first(where: \.isNever) { return never }
        }
        simple.removeAll { if case .kinds = $0.content { true } else { false } }
        if let left, left != kinds {
            // The place is that of a keyword which names kinds, if there is one.
            let named = flat.first { if case .kinds = $0.content { true } else { false } }
            simple.insert((named ?? simple.first ?? .always(place)).with(.kinds(left)), at: 0)
        }
        return simple.count == 1 ? simple[0] : Requirement(content: .all(simple), place: place)
    }

    private static func disjunction(
        of parts: [Requirement], within kinds: KindSet, _ place: SchemaPlace
    ) -> Requirement {
        var named: KindSet = []
        var others: [Requirement] = []
        for part in parts {
            let simple = part.simplified(within: kinds)
            if simple.isAlways { return .always(place) }
            switch simple.content {
            case .kinds(let own): named.formUnion(own)
            case .any(let nested): others += nested
            default: others.append(simple)
            }
        }
        if kinds.isSubset(of: named) { return .always(place) }
        if !named.isEmpty {
            others.insert(Requirement(content: .kinds(named), place: place), at: 0)
        }
        if others.isEmpty { return .never(place) }
        return others.count == 1 ? others[0] : Requirement(content: .any(others), place: place)
    }

    /// A number of elements that is not within bounds.
    private static func otherCounts(
        of part: Requirement, than count: ClosedRange<Int64>, _ place: SchemaPlace
    ) -> Requirement {
        var others: [Requirement] = []
        if count == 1...Int64.max {
            return Requirement(
                content: .elements(part.with(.not(part)), from: 0), place: place)
        }
        if count.lowerBound > 0 {
            let fewer = Content.contains(part, count: 0...count.lowerBound - 1)
            others.append(Requirement(content: fewer, place: place))
        }
        if count.upperBound < Int64.max {
            let more = Content.contains(part, count: count.upperBound + 1...Int64.max)
            others.append(Requirement(content: more, place: place))
        }
        return Requirement(content: .any(others), place: place)
    }

    private func exactlyOne(of parts: [Requirement], within kinds: KindSet) -> Requirement {
        let simple = parts.map { $0.simplified(within: kinds) }.filter { !$0.isNever }
        if simple.isEmpty { return .never(place) }
        if simple.count == 1 { return simple[0] }
        var seen: KindSet = []
        let areDisjoint = simple.allSatisfy { part in
            let own = part.possibleKinds.intersection(kinds)
            defer { seen.formUnion(own) }
            return seen.isDisjoint(with: own)
        }
        if areDisjoint { return Self.disjunction(of: simple, within: kinds, place) }
        let certain = simple.count(where: \.isAlways)
        if certain > 1 { return .never(place) }
        if certain == 1 {
            let others = simple.filter { !$0.isAlways }.map { $0.with(.not($0)) }
            return Self.conjunction(of: others, within: kinds, place)
        }
        return with(.exactlyOne(simple))
    }

    private func negated(within kinds: KindSet) -> Requirement {
        switch content {
        case .kinds(let own): return with(.kinds(kinds.subtracting(own))).simplified(within: kinds)
        case .values:
            let simple = simplified(within: kinds)
            return simple.isNever ? .always(place) : with(.not(simple))
        case .rule(_, let own): return Self.negation(of: self, on: own, within: kinds)
        case .required, .closed, .dependent, .keys:
            return Self.negation(of: self, on: .object, within: kinds)
        case .elements(let part, from: 0):
            return Self.conjunction(
                of: [
                    with(.kinds(.array)),
                    with(.contains(part.with(.not(part)), count: 1...Int64.max)),
                ], within: kinds, place)
        case .elements:
            return unsayable(
                "'not' of rules about elements after the first", on: .array, within: kinds)
        case .contains(let part, let count):
            return Self.conjunction(
                of: [with(.kinds(.array)), Self.otherCounts(of: part, than: count, place)],
                within: kinds, place)
        case .members(let members):
            let broken = members.filter { !$0.requirement.isTrivial }.map { member in
                let requirement = member.requirement.with(.not(member.requirement))
                return with(
                    .all([
                        with(.required([member.key])),
                        with(.members([Member(key: member.key, requirement: requirement)])),
                    ]))
            }
            return Self.conjunction(
                of: [with(.kinds(.object)), with(.any(broken))], within: kinds, place)
        case .element:
            return unsayable("'not' of rules about single elements", on: .array, within: kinds)
        case .all(let parts):
            return Self.disjunction(of: parts.map { $0.with(.not($0)) }, within: kinds, place)
        case .any(let parts):
            return Self.conjunction(of: parts.map { $0.with(.not($0)) }, within: kinds, place)
        case .not(let part): return part.simplified(within: kinds)
        case .implication(let condition, let consequence):
            return Self.conjunction(
                of: [condition, consequence.with(.not(consequence))], within: kinds, place)
        case .exactlyOne:
            let simple = simplified(within: kinds)
            if case .exactlyOne = simple.content { return with(.not(simple)) }
            return simple.negated(within: kinds)
        case .unsayable(let reason, let help, _):
            return with(.unsayable(reason, help: help, on: .all))
        }
    }

    /// A negation of a rule about some kinds: a value of one of these that fails the rule.
    private static func negation(
        of requirement: Requirement, on own: KindSet, within kinds: KindSet
    ) -> Requirement {
        let common = own.intersection(kinds)
        if common.isEmpty { return .never(requirement.place) }
        let negated = requirement.with(.not(requirement))
        return common == kinds
            ? negated
            : Requirement(
                content: .all([requirement.with(.kinds(common)), negated]),
                place: requirement.place)
    }

    private func unsayable(_ what: String, on own: KindSet, within kinds: KindSet) -> Requirement {
        // Values of other kinds satisfy what is negated, and fail its negation.
        Self.conjunction(
            of: [
                with(.kinds(own)),
                with(.unsayable("\(what) cannot be expressed in a rule set", help: nil, on: own)),
            ], within: kinds, place)
    }
}
