// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import TestRandomness

/// Rule sets and records in which everything occurs that can keep a rule from being run.
struct RandomRuleSets {
    private var random: SeededNumbers
    let isText: Bool
    /// What can become of a rule that cannot decide.
    private let faultPolicies: [FaultPolicy]
    /// Rule sets are such that single records have a path of their own: without conditions, members
    /// of objects, and rules of elements that name other fields.
    private let isFlat: Bool
    private var namesFields = true
    static let fields: [FieldPath] = ["a", "b", "c", "o.x"]

    init(
        seed: UInt64, isText: Bool = false, isFlat: Bool = false,
        faultPolicies: [FaultPolicy] = [.fault, .fail]
    ) {
        random = SeededNumbers(seed: seed)
        self.isText = isText
        self.isFlat = isFlat
        self.faultPolicies = faultPolicies
    }

    private mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &random) < percent
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &random)]
    }

    // MARK: - Rule sets

    /// A rule set that can be used: none whose readings depend on themselves, or of which a field has
    /// two.
    ///
    /// Its fields have types of their own, so that rules about numbers may meet texts that nothing reads.
    mutating func ruleSet() -> RuleSet {
        while true {
            let ruleSet = candidate()
            let registry = try? LuckRule.registry()
            if let registry, (try? ValidationPlan(ruleSet, registry: registry)) != nil {
                return ruleSet
            }
        }
    }

    private mutating func candidate() -> RuleSet {
        var fields = Self.fields.dropLast(isFlat ? 1 : 0).map { path in
            Field(path, validator { $0.rule(depth: 0) })
        }
        if !isText {
            fields.append(Field("e", validator { $0.arrayRule() }))
            namesFields = !isFlat
            fields.append(Field("e[*]", validator { $0.rule(depth: 0) }))
            namesFields = true
        }
        var ruleSet = RuleSet(fields.shuffled(using: &random))
        ruleSet.maximumViolations = pick([1, 2, 3, 100])
        ruleSet.hasTypedFields = true
        return ruleSet
    }

    /// Rules for a field, without conditions.
    mutating func rules() -> [RuleExpression] {
        (0..<Int.random(in: 1...4, using: &random)).map { _ in rule(depth: 1) }
    }

    private mutating func validator(
        _ rule: (inout RandomRuleSets) -> RuleExpression
    ) -> Validator {
        var entries: [RuleEntry] = []
        for _ in 0..<Int.random(in: 0...4, using: &random) { entries.append(entry(rule(&self))) }
        return Validator(rules: entries, policy: pick([.all, .first]))
    }

    private mutating func entry(_ rule: RuleExpression) -> RuleEntry {
        var conditions: [Condition] = []
        while !isFlat, chance(30), conditions.count < 3 {
            var rules = [self.rule(depth: 1)]
            if chance(30) { rules.append(self.rule(depth: 1)) }
            conditions.append(Condition(pick(Self.fields), rules: rules))
        }
        return RuleEntry(
            rule, when: conditions, severity: chance(20) ? .warning : .error,
            onFault: pick(faultPolicies), dependencies: pick([.valid, .any]))
    }

    private mutating func arrayRule() -> RuleExpression {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: .minItems(1)
        case 1: .maxItems(2)
        case 2: .uniqueItems
        case 3: .each(rule(depth: 1))
        case 4: .includes(rule(depth: 1))
        default: luck()
        }
    }

    private mutating func rule(depth: Int) -> RuleExpression {
        if depth < 2, chance(25) { return combination(depth: depth + 1) }
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return pick([.required, .prohibited, .notNull, .filled])
        case 1: return .length(pick([0...3, 2...4, 3...9]))
        // Backtracking, which a tiny limit forbids.
        case 2, 3: return pick([.regex("(a|ab)*(c|b)\\1?$"), .notRegex("(a|ab)*c\\1b$")])
        case 4: return pick([.integer, .string])
        // A text without digits is withheld from `luhn` after `digits`.
        case 5: return pick([.oneOf("a", "abc", 3), .digits, .luhn, .luhn])
        case 6 where namesFields: return other()
        default: return luck()
        }
    }

    private mutating func other() -> RuleExpression {
        let field = pick(isFlat ? Self.fields.dropLast() : Self.fields)
        return switch Int.random(in: 0..<6, using: &random) {
        case 0: .sameAs(field)
        case 1: .differentFrom(field)
        case 2: .requiredWith(field)
        case 3: .requiredWithout(field)
        case 4: .requiredIf(field, equals: "abc")
        default: luck(with: field)
        }
    }

    private mutating func luck(with field: FieldPath? = nil) -> RuleExpression {
        let number = Int64.random(in: 0...9, using: &random)
        return RuleExpression(
            "luck",
            [RuleArgument(.value(.integer(number)))]
                + (field.map { [RuleArgument(.word("\($0)"))] } ?? []))
    }

    private mutating func combination(depth: Int) -> RuleExpression {
        let (first, second) = (rule(depth: depth), rule(depth: depth))
        return switch Int.random(in: 0..<4, using: &random) {
        case 0: .anyOf(first, second)
        case 1: .allOf(first, second)
        case 2: .exactlyOne(first, second)
        default: .not(first)
        }
    }

    // MARK: - Records

    mutating func record() -> ValidationRecord {
        var object = Value.Object()
        for key in ["a", "b", "c"] where chance(80) { object[key] = leaf() }
        if !isText {
            if chance(70) { object["o"] = ["x": leaf()] }
            var elements: [Value] = []
            while chance(60) { elements.append(leaf()) }
            if chance(80) { object["e"] = .array(elements) }
        }
        return ValidationRecord(object, isText: isText)
    }

    private mutating func leaf() -> Value {
        isText
            ? pick(["a", "abc", "ababababc", "3", "17", "aab"])
            : pick(["a", "abc", "ababababc", "", 3, 17, "aab", "ababab", true, nil])
    }
}
