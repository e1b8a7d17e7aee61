// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayPatternAnalysis
import AssayRegex

/// Values that are worth trying on rules: those of the examples of every rule, and what is made
/// from the arguments.
///
/// A candidate need not be right: the caller checks it with the rules.
struct ExampleCandidates {
    private(set) var values: [Value] = []
    private var seen: Set<String> = []
    private let rules: [BoundRule]

    /// Most candidates.
    private static let most = 6_000
    /// Longer texts and arrays are not made.
    private static let longest: Int64 = 300

    private var strings: [String] = []
    private var prefixes: [String] = []
    private var suffixes: [String] = []
    private var numbers: [Int64] = []
    private var patternTexts: [[String]] = []

    init(_ rules: [BoundRule], registry: RuleRegistry, elements: [Value]) {
        self.rules = rules
        add(Self.plain)
        for rule in rules { gather(rule) }
        add(strings.flatMap(Self.variants))
        addNumbers()
        addTexts()
        addArrays(of: elements)
        for definition in registry.allDefinitions { add(definition.examples.map(\.value)) }
    }

    private static let plain: [Value] = [
        .absent, nil, true, false, 0, 1, -1, 2, 10, 100, 0.5, -0.5, "", " ", "a", "0", "A", "ab",
        "aa", "abc", "Aa0-", "é", [], ["a"], ["a", "a"], ["a", "b"], [1], [nil], [:], ["a": "a"],
        ["a": nil], "2024-02-29", "2000-01-01", "1900-01-01", "2999-12-31",
        "2024-01-01T00:00:00Z", "00:00:00", "12:00:00",
    ]

    private mutating func add(_ new: some Sequence<Value>) {
        for value in new where values.count < Self.most {
            let key = value == .absent ? "" : value.json
            if seen.insert(key).inserted { values.append(value) }
        }
    }

    // MARK: - Arguments

    private mutating func gather(_ rule: BoundRule) {
        add(rule.definition.examples.map(\.value))
        for (parameter, bound) in zip(rule.definition.parameters, rule.arguments.all) {
            switch bound {
            case .value(let value): gather(value, of: rule.definition.id, parameter: parameter.name)
            case .pattern:
                let texts = PatternSteps.pattern(of: rule)?.likelyTexts() ?? []
                patternTexts.append(texts)
                add(texts.map { .string($0) })
            case .rules(let nested): for rule in nested { gather(rule) }
            case .absent, .choice, .fields: break
            }
        }
    }

    private mutating func gather(_ value: Value, of rule: String, parameter: String) {
        switch value {
        case .string(let text):
            strings.append(text)
            if rule == "startsWith" { prefixes.append(text) }
            if rule == "endsWith" { suffixes.append(text) }
        case .integer(let number): numbers.append(number)
        case .number(let number) where number.magnitude < 1e15:
            numbers.append(Int64(number))
            add([value, .number(number + 0.5), .number(number - 0.5), .number(number + 0.001)])
        case .array(let elements):
            add([value])
            add([.array(Array(elements.dropFirst()))])
            let names = elements.compactMap { element in
                if case .string(let name) = element { name } else { nil as String? }
            }
            for count in [names.count, max(0, names.count - 1)] {
                add([.object(Value.Object(names.prefix(count).map { ($0, "a") }))])
                add([.object(Value.Object(names.prefix(count).map { ($0, nil) }))])
            }
            for element in elements { gather(element, of: rule, parameter: parameter) }
        default: break
        }
        add([value])
    }

    /// A text and what is close to it: longer, in other letters, a year before and after.
    private static func variants(of text: String) -> [Value] {
        var variants = [text, text + "a", "a" + text, text.uppercased(), text.lowercased()]
        if let year = Int(text.prefix(4)), text.count >= 10 {
            for other in [year - 1, year + 1] where (1000...9999).contains(other) {
                variants.append("\(other)" + text.dropFirst(4))
            }
        }
        return variants.map { .string($0) }
    }

    // MARK: - Numbers

    private mutating func addNumbers() {
        let few = Array(Set(numbers).sorted().prefix(24))
        for number in few {
            for (sum, overflow) in [-1, 0, 1].map({ number.addingReportingOverflow($0) })
            where !overflow {
                add([.integer(sum)])
            }
            add([.number(Double(number) + 0.5)])
            for step in few where step > 0 && number.magnitude < 1 << 40 && step < 1 << 40 {
                let below = number - number % step
                add([below - step, below, below + step].map { .integer($0) })
            }
            let (product, overflow) = number.multipliedReportingOverflow(by: 2)
            if !overflow { add([.integer(product)]) }
        }
        // The least common multiples of steps.
        for left in few where left > 0 && left < 1 << 20 {
            for right in few where right > 0 && right < 1 << 20 { add([.integer(left * right)]) }
        }
    }

    // MARK: - Texts

    /// Every length that arguments suggest, in several kinds of characters, between what the text
    /// has to begin and to end with.
    private mutating func addTexts() {
        let middles = strings.filter { !prefixes.contains($0) && !suffixes.contains($0) }
        let pieces = patternTexts.compactMap(\.first)
        for prefix in prefixes.prefix(4) + [""] {
            for suffix in suffixes.prefix(4) + [""] {
                for core in [middles.joined(), pieces.joined(), ""] {
                    addTexts(prefix: prefix, core: core, suffix: suffix)
                }
            }
        }
    }

    private mutating func addTexts(prefix: String, core: String, suffix: String) {
        let fixed = (prefix + core + suffix).unicodeScalars.count
        add([.string(prefix + core + suffix)])
        for length in lengths where length >= fixed {
            for filler in ["a", "A", "0", "aA0-", "é", " "] {
                let cycle = Array(filler.unicodeScalars)
                var text = String.UnicodeScalarView(core.unicodeScalars)
                for index in 0..<(length - fixed) { text.append(cycle[index % cycle.count]) }
                add([.string(prefix + String(text) + suffix)])
            }
        }
    }

    private var lengths: [Int] {
        let near = numbers.flatMap { number in
            number.magnitude <= Self.longest ? [number - 1, number, number + 1] : []
        }
        return Set(near.filter { $0 >= 0 } + [0, 1, 2, 3, 8]).map { Int($0) }.sorted()
    }

    // MARK: - Arrays

    /// Arrays of every length that arguments suggest, of elements that pass and of one that fails.
    private mutating func addArrays(of elements: [Value]) {
        let some = elements.isEmpty ? ["a", "b", "c", 1, nil] : elements
        for length in lengths where length <= 100 {
            let distinct = (0..<length).map { index in
                index < some.count ? some[index] : .integer(Int64(index))
            }
            add([
                .array(distinct), .array(Array(repeating: some[0], count: length)),
                .object(Value.Object((0..<length).map { ("a\($0)", "a") })),
            ])
        }
        add(some.map { .array([$0]) })
    }
}
