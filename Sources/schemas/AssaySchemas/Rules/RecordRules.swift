// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// Makes the fields of a rule set of what a schema requires of records.
///
/// A requirement about members becomes rules at their paths where the value is an object in any case, because a path
/// implies that. Everything else becomes expressions at the value's own path.
struct RecordRules {
    private(set) var rejections: [SchemaRejection] = []
    private var entries: [FieldPath: [RuleEntry]] = [:]
    private var order: [FieldPath] = []
    /// The objects that members were named of, with the names if the schema allows no others.
    private var closed: [FieldPath: [String]] = [:]
    private var places: [FieldPath: SchemaPlace] = [:]
    private var recordNames: (names: [String], place: SchemaPlace)?
    /// The rules of the record itself.
    private var ofRecord: [RuleEntry] = []
    /// The members that each record must have.
    private var required: [String] = []
    private let writer = ExpressionWriter()

    /// Takes the requirement of a record.
    init(_ record: Requirement) {
        add(record, at: [], when: [])
        close()
    }

    /// Takes the requirement of one field, for tests of single schemas.
    init(_ requirement: Requirement, ofField key: String) {
        add(requirement, at: [.key(key)], when: [])
    }

    var ruleSet: RuleSet {
        let fields = order.map { path in
            Field(
                path,
                Validator(
                    rules: entries[path] ?? [], policy: .all, isSensitive: false,
                    location: places[path]?.location))
        }
        var ruleSet = RuleSet(fields, unknownFields: recordNames == nil ? .allow : .reject)
        if !ofRecord.isEmpty { ruleSet.record = Validator(rules: ofRecord) }
        return ruleSet
    }

    // MARK: - Values

    private mutating func add(
        _ requirement: Requirement, at path: [FieldPath.Segment], when conditions: [Condition]
    ) {
        guard path.count <= FieldPath.maximumSegments - 1 else {
            rejections.append(
                SchemaRejection(
                    reason: "a path has at most \(FieldPath.maximumSegments) keys and indexes",
                    help: nil, place: requirement.place))
            return
        }
        let isRecord = path.isEmpty
        let all: KindSet = isRecord ? .object : .notNull
        let acceptsNull = isRecord || requirement.acceptsNull
        var rest = requirement
        var conditional: [(then: Requirement, conditions: [Condition])] = []
        if isRecord { (rest, conditional) = splitRecord(requirement, when: conditions) }
        let simple = rest.simplified(within: all)
        if simple.isNever {
            reject(simple, at: path, acceptingNull: acceptsNull, when: conditions)
            return
        }
        var parts = ValueParts(simple, within: all)
        for part in parts.takeInner(isContainer: conditions.isEmpty || isRecord) {
            if isRecord {
                addRecord(part, when: conditions)
            } else {
                write(part, within: parts.kinds, into: &parts.rules)
                if case .closed(let names) = part.content, conditions.isEmpty {
                    closed[FieldPath(segments: path)] = names
                }
            }
        }
        finish(
            parts.rules, at: path, kinds: parts.kinds, all: all, kindPlace: parts.kindPlace,
            acceptsNull: acceptsNull, hasParts: parts.hasInner, when: conditions)
        for (then, own) in conditional { add(then, at: [], when: conditions + own) }
        for (step, inner) in parts.inner { add(inner, at: path + [step], when: conditions) }
    }

    /// Takes the implications out of the requirement of a record.
    private mutating func splitRecord(
        _ requirement: Requirement, when conditions: [Condition]
    ) -> (rest: Requirement, conditional: [(then: Requirement, conditions: [Condition])]) {
        if conditions.isEmpty { required = requirement.conjuncts.flatMap(\.requiredKeys) }
        var parts: [Requirement] = []
        var conditional: [(then: Requirement, conditions: [Condition])] = []
        for part in requirement.conjuncts {
            guard case .implication(let condition, let then) = part.content else {
                parts.append(part)
                continue
            }
            let split = split(then, if: condition)
            parts += split.always
            if let further = split.conditional { conditional.append(further) }
        }
        return (requirement.with(.all(parts)), conditional)
    }

    /// Adds a requirement about the record itself, which has no rules of its own.
    private mutating func addRecord(_ part: Requirement, when conditions: [Condition]) {
        switch part.content {
        case .required(let keys): require(keys, when: conditions, part.place)
        case .closed(let names) where conditions.isEmpty:
            recordNames = (
                recordNames.map { known in names.filter { known.names.contains($0) } } ?? names,
                part.place
            )
        case .dependent(let dependents):
            for dependent in dependents {
                let condition = Condition(
                    FieldPath(key: dependent.key), rules: [RuleExpression("present")])
                require(dependent.others, when: conditions + [condition], part.place)
            }
        case .any, .exactlyOne, .not, .rule, .keys, .values:
            addAlternatives(part, when: conditions)
        default: rejectRecord(part)
        }
    }

    /// Writes the rules of a value, those about presence and kind first.
    private mutating func finish(
        _ own: [(RuleExpression, SchemaPlace)], at path: [FieldPath.Segment], kinds: KindSet,
        all: KindSet, kindPlace: SchemaPlace, acceptsNull: Bool, hasParts: Bool,
        when conditions: [Condition]
    ) {
        guard !path.isEmpty else { return }
        var rules = own
        let isImplied =
            (hasParts && (kinds == .object || kinds == .array))
            || writer.impliesKinds(own.map(\.0), kinds)
        if kinds != all, !isImplied {
            // A condition must not change what the text of a field stands for.
            let kindWriter = ExpressionWriter(isStrict: !conditions.isEmpty)
            do throws(SchemaRejection) {
                rules.insert(
                    (
                        try kindWriter.kindRule(kinds, acceptingNull: acceptsNull, at: kindPlace),
                        kindPlace
                    ), at: 0)
            } catch { rejections.append(error) }
        }
        if !acceptsNull, !rules.contains(where: { $0.0.id == "type" }) {
            rules.insert((RuleExpression("notNull"), kindPlace), at: 0)
        }
        for (rule, place) in rules { enter(rule, at: path, place, when: conditions) }
    }

    private mutating func write(
        _ part: Requirement, within kinds: KindSet,
        into rules: inout [(RuleExpression, SchemaPlace)]
    ) {
        do throws(SchemaRejection) {
            let parts = try writer.expressions(part, within: kinds)
            rules += parts.map { ($0, part.place) }
        } catch {
            rejections.append(error)
        }
    }

    private mutating func reject(
        _ never: Requirement, at path: [FieldPath.Segment], acceptingNull: Bool,
        when conditions: [Condition]
    ) {
        guard !path.isEmpty else {
            rejections.append(
                SchemaRejection(
                    reason: "no record satisfies the schema, because a record is an object",
                    help:
                        "name the schema of a record, such as '#/items' for the elements of an array",
                    place: never.place))
            return
        }
        for rule in ExpressionWriter.never(acceptingNull: acceptingNull) {
            enter(rule, at: path, never.place, when: conditions)
        }
    }

    // MARK: - Records

    /// Requires members of the record.
    private mutating func require(
        _ keys: [String], when conditions: [Condition], _ place: SchemaPlace
    ) {
        for key in keys {
            enter(RuleExpression("present"), at: [.key(key)], place, when: conditions)
        }
    }

    /// Alternatives of the record: those that a member decides become conditions.
    private mutating func addAlternatives(_ part: Requirement, when conditions: [Condition]) {
        if conditions.isEmpty, let cases = DecidedAlternatives(part) {
            add(cases.decision, at: [], when: [])
            for (condition, rest) in cases.cases { add(rest, at: [], when: [condition]) }
            return
        }
        do throws(SchemaRejection) {
            let rules = try writer.expressions(part, within: .object)
            guard rules.allSatisfy(\.isAboutNamedMembers) else { return rejectRecord(part) }
            for rule in rules {
                var entry = RuleEntry(rule, when: conditions)
                entry.location = part.place.location
                ofRecord.append(entry)
            }
        } catch {
            rejections.append(error)
        }
    }

    /// Splits what applies to records that satisfy a condition.
    ///
    /// - Returns: What applies to all records, because a member decides about itself, and the rest with the condition.
    private mutating func split(
        _ then: Requirement, if condition: Requirement
    ) -> (always: [Requirement], conditional: (then: Requirement, conditions: [Condition])?) {
        let simple = condition.simplified(within: .object)
        if simple.isNever || then.simplified(within: .object).isAlways { return ([], nil) }
        if simple.isAlways { return (then.conjuncts, nil) }
        let own: RecordCondition? =
            if case .not(let opposite) = condition.content {
                RecordCondition(
                    not: opposite.simplified(within: .object), required: required)
            } else {
                RecordCondition(simple, required: required)
            }
        guard let own else {
            // It is one of the alternatives of the record: what the condition excludes, or what follows.
            let all = then.with(.implication(condition, then)).simplified(within: .object)
            return (all.conjuncts, nil)
        }
        guard let key = own.key, let condition = own.requirement else {
            return ([], (then, own.conditions))
        }
        // What a member decides about itself is a rule of its value.
        var always: [Requirement] = []
        var others: [Requirement] = []
        for part in then.conjuncts {
            guard case .members(let members) = part.content else {
                others.append(part)
                continue
            }
            let isOwn = { (member: Requirement.Member) in member.key.hasSameBytes(as: key) }
            others.append(part.with(.members(members.filter { !isOwn($0) })))
            let decided = members.filter(isOwn).map { member in
                Requirement.Member(
                    key: key,
                    requirement: part.with(.implication(condition, member.requirement)))
            }
            if !decided.isEmpty { always.append(part.with(.members(decided))) }
        }
        return (always, (then.with(.all(others)), own.conditions))
    }

    private mutating func rejectRecord(_ part: Requirement) {
        if case .unsayable(let reason, let help, _) = part.content {
            rejections.append(SchemaRejection(reason: reason, help: help, place: part.place))
            return
        }
        let what =
            switch part.content {
            case .any, .exactlyOne, .implication:
                "alternatives of the record as a whole, which no member decides,"
            case .not: "'not' of the record as a whole"
            case .keys: "rules about the keys of the record"
            case .rule(let rule, _): "the rule \(rule) of the record as a whole"
            default: "rules about the record as a whole"
            }
        rejections.append(
            SchemaRejection(
                reason: "\(what) cannot be expressed in a rule set",
                help: "write the rules at the members, or check it in Swift", place: part.place))
    }

    /// Rejects other members of the record, which rejects them in each object too of which members are named.
    private mutating func close() {
        guard let (names, place) = recordNames else { return }
        let conditions = (entries.values.joined() + ofRecord).flatMap(\.conditions)
            .map(\.path.topLevelKey)
        let members = ofRecord.flatMap(\.expression.namedMembers)
        // Members that rules or conditions name, and that the schema does not allow.
        for key in order.map(\.topLevelKey) + (conditions + members).sorted()
        where !names.contains(key) {
            for rule in ExpressionWriter.never(acceptingNull: false) {
                enter(rule, at: [.key(key)], place, when: [])
            }
        }
        for name in names { self.name([.key(name)], place) }
        let named = order
        for path in named {
            for length in 1..<max(1, path.segments.count) {
                guard case .key = path.segments[length] else { continue }
                let object = FieldPath(segments: Array(path.segments[..<length]))
                guard let allowed = closed[object] else {
                    rejections.append(
                        SchemaRejection(
                            reason:
                                "a rule set that rejects other members of the record rejects other members of "
                                + "'\(object)' too, which the schema allows",
                            help:
                                "add \"additionalProperties\": false to the schema of '\(object)', or remove it here",
                            place: place))
                    return
                }
                for name in allowed { self.name(object.segments + [.key(name)], place) }
            }
        }
    }

    // MARK: - Fields

    /// Names a field without giving it a rule.
    private mutating func name(_ path: [FieldPath.Segment], _ place: SchemaPlace) {
        let path = FieldPath(segments: path)
        guard entries[path] == nil else { return }
        entries[path] = []
        places[path] = place
        order.append(path)
    }

    private mutating func enter(
        _ rule: RuleExpression, at path: [FieldPath.Segment], _ place: SchemaPlace,
        when conditions: [Condition]
    ) {
        let key = FieldPath(segments: path)
        if conditions.contains(where: { $0.path.topLevelKey.hasSameBytes(as: key.topLevelKey) }) {
            // The condition needs the member.
            if rule.id == "present" { return }
            rejections.append(
                SchemaRejection(
                    reason:
                        "a condition on '\(key.topLevelKey)' and other members cannot decide about it in a rule set",
                    help: "write the condition in the schema of '\(key.topLevelKey)'", place: place)
            )
            return
        }
        name(path, place)
        var entry = RuleEntry(rule, when: conditions)
        entry.location = place.location
        let isKnown = entries[key]?.contains {
            $0.expression == rule && ($0.conditions.isEmpty || $0.conditions == conditions)
        }
        if isKnown != true { entries[key]?.append(entry) }
    }
}

extension RuleExpression {
    private var nested: [RuleExpression] {
        arguments.compactMap { argument in
            switch argument.value {
            case .rule(let rule): rule
            case .word(let id): RuleExpression(id)
            default: nil
            }
        }
    }

    /// `true` if the rule can be one of the record: it looks at members that it names, and at no others.
    fileprivate var isAboutNamedMembers: Bool {
        switch id {
        case "member", "requiredKeys", "dependentKeys": true
        case "anyOf", "allOf", "exactlyOne", "not": nested.allSatisfy(\.isAboutNamedMembers)
        default: false
        }
    }

    /// The members of the record that such a rule names.
    fileprivate var namedMembers: [String] {
        switch id {
        case "member": arguments.prefix(1).flatMap(\.value.strings)
        case "requiredKeys", "dependentKeys": arguments.flatMap(\.value.strings)
        default: nested.flatMap(\.namedMembers)
        }
    }
}

extension ArgumentValue {
    /// The strings in it.
    fileprivate var strings: [String] {
        switch self {
        case .value(.string(let text)): [text]
        case .list(let elements): elements.flatMap(\.strings)
        default: []
        }
    }
}

/// The parts of what is required of one value: its kinds, rules of its own, and what its members and elements must be.
private struct ValueParts {
    private(set) var kinds: KindSet
    private(set) var kindPlace: SchemaPlace
    var rules: [(RuleExpression, SchemaPlace)] = []
    private var conjuncts: [Requirement]
    private var members: [(key: String, parts: [Requirement])] = []
    private var elements: [Requirement] = []
    private var single: [Int: [Requirement]] = [:]

    init(_ requirement: Requirement, within all: KindSet) {
        kinds = all
        kindPlace = requirement.place
        conjuncts = []
        for part in requirement.conjuncts {
            if case .kinds(let own) = part.content {
                kinds = own
                kindPlace = part.place
            } else {
                conjuncts.append(part)
            }
        }
    }

    /// Takes the requirements about members and elements, where paths can say them.
    ///
    /// - Parameter isContainer: `true` if paths may lead into the value.
    /// - Returns: The other requirements.
    mutating func takeInner(isContainer: Bool) -> [Requirement] {
        defer { conjuncts = [] }
        guard isContainer else { return conjuncts }
        return conjuncts.filter { part in
            switch part.content {
            case .members(let more) where kinds == .object: for member in more { add(member) }
            case .elements(let each, from: 0) where kinds == .array: elements.append(each)
            case .element(let index, let one) where kinds == .array:
                single[index, default: []].append(one)
            default: return true
            }
            return false
        }
    }

    private mutating func add(_ member: Requirement.Member) {
        if let known = members.firstIndex(where: { $0.key.hasSameBytes(as: member.key) }) {
            members[known].parts.append(member.requirement)
        } else {
            members.append((member.key, [member.requirement]))
        }
    }

    /// `true` if rules at members or elements imply that the value is an object or an array.
    var hasInner: Bool {
        members.contains { !$0.parts.allSatisfy(\.isTrivial) }
            || elements.contains { !$0.isTrivial } || !single.isEmpty
    }

    /// The requirements of members and elements, each with the step that leads to it.
    var inner: [(step: FieldPath.Segment, requirement: Requirement)] {
        var result: [(FieldPath.Segment, Requirement)] = []
        for (key, parts) in members where !parts.allSatisfy(\.isTrivial) {
            result.append((.key(key), Self.all(parts)))
        }
        if !elements.isEmpty { result.append((.allElements, Self.all(elements))) }
        for (index, parts) in single.sorted(by: { $0.key < $1.key }) {
            result.append((.index(index), Self.all(parts)))
        }
        return result
    }

    private static func all(_ parts: [Requirement]) -> Requirement {
        Requirement(content: .all(parts), place: parts[0].place)
    }
}
