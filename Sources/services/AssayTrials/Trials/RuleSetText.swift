// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// The text of a rule set, in which issues and rules have their places.
struct RuleSetText {
    /// The name of the file in issues.
    static let name = "rules"

    private let placed: PlacedText
    private let source: SourceText
    /// Bytes of a byte order mark, which places of issues do not count.
    private let markLength: Int

    init(_ text: String) {
        placed = PlacedText(text)
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        markLength = placed.bytes.starts(with: mark) ? mark.count : 0
        source = SourceText(file: Self.name, bytes: Array(placed.bytes.dropFirst(markLength)))
    }

    /// The byte of a place.
    private func offset(_ place: FileLocation) -> Int {
        markLength + source.offset(line: place.line, column: place.column)
    }

    /// An issue with its place.
    func diagnostic(_ issue: RuleSetIssue) -> Value {
        var members: [(key: String, value: Value)] = [
            ("code", .string(issue.code)), ("message", .string(issue.message)),
        ]
        if let help = issue.help { members.append(("help", .string(help))) }
        if let field = issue.field { members.append(("field", .string(field))) }
        if let place = issue.location {
            let start = offset(place)
            members += placed.members(of: start..<max(start, placed.endOfWord(at: start)))
        }
        return .object(Value.Object(members))
    }

    /// Returns the place of a rule, from its first to its last character.
    func place(of entry: RuleEntry) -> Value? {
        guard let extent = entry.expression.extent, let map = entry.source, !extent.isEmpty else {
            return entry.location.map { place in
                let start = offset(place)
                return .object(
                    Value.Object(placed.members(of: start..<placed.endOfWord(at: start))))
            }
        }
        let start = offset(map.location(of: extent))
        var last = map.location(ofByte: extent.upperBound - 1)
        last.column += 1
        return .object(Value.Object(placed.members(of: start..<max(start, offset(last)))))
    }
}

/// The rules of a plan with their places in its text.
struct PlacedRules {
    let plan: ValidationPlan
    /// The places of the rules, in the order of `ruleOffsets`.
    private let places: [Value?]
    private let expressions: [String]
    private let offsets: [Int]
    private let placesByText: [String: Value]
    /// The number of rules, those in arguments and conditions included.
    ///
    /// No more rules than these run on a value.
    let weight: Int

    init(_ plan: ValidationPlan, in text: RuleSetText) {
        self.plan = plan
        offsets = plan.ruleOffsets
        let planned = plan.plannedRules
        places = planned.map { text.place(of: $0.entry) }
        expressions = planned.map { "\($0.entry.expression)" }
        var byText: [String: Value] = [:]
        for (index, rule) in planned.enumerated() {
            byText[Self.key(rule.key, expressions[index])] = places[index]
        }
        placesByText = byText
        weight = planned.reduce(0) { $0 + $1.entry.weight }
    }

    private static func key(_ field: String, _ expression: String) -> String {
        field + "\n" + expression
    }

    /// The members of a finding that say which rule it is of.
    func members(of place: (validator: Int, step: Int)) -> [(key: String, value: Value)] {
        let index = offsets[place.validator] + place.step
        var members: [(key: String, value: Value)] = [
            ("expression", .string(expressions[index]))
        ]
        if let place = places[index] { members.append(("rulePlace", place)) }
        return members
    }

    /// The place of a rule of a field.
    func place(of expression: String, field: String) -> Value? {
        placesByText[Self.key(field, expression)]
    }
}

extension RuleSet {
    /// Its rules, those in arguments and conditions included.
    var ruleCount: Int {
        fields.reduce(0) { $0 + $1.validator.rules.reduce(0) { $0 + $1.weight } }
    }
}

extension RuleEntry {
    fileprivate var weight: Int {
        expression.weight + conditions.flatMap(\.rules).reduce(0) { $0 + $1.weight }
    }
}

extension RuleExpression {
    /// The rule and those in its arguments.
    fileprivate var weight: Int { arguments.reduce(1) { $0 + $1.value.weight } }
}

extension ArgumentValue {
    fileprivate var weight: Int {
        switch self {
        case .rule(let rule): rule.weight
        case .list(let elements): elements.reduce(0) { $0 + $1.weight }
        case .word: 1
        case .value, .range, .pattern: 0
        }
    }
}
