// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Glibc
import Observation

/// A form, and what is typed into one of its fields again and again.
@MainActor
struct KeystrokeScenario {
    let name: String
    private let form: FormModel
    private let field: FieldModel
    /// Typed in turns.
    private let texts: [String]
    /// For each text what the field shows then.
    private let expected: [Bool]
    private let isObserved: Bool

    /// The scenarios, each with a form of its own.
    ///
    /// - Parameter options: How many fields and rows the forms have.
    /// - Returns: The scenarios in the order in which they are measured.
    /// - Throws: `FormError`, which would be a mistake here.
    static func all(_ options: FormBenchOptions) throws -> [KeystrokeScenario] {
        let fields = options.fields
        return [
            try KeystrokeScenario(
                "valid", independent(fields), "field7", ["Berlin", "Bern"], [true, true]),
            try KeystrokeScenario(
                "invalid", independent(fields), "field7", ["12", "1"], [false, false]),
            try KeystrokeScenario(
                "alternating", independent(fields), "field7", ["Berlin", "1"], [true, false]),
            try KeystrokeScenario(
                "dependents", dependent(fields), "field0", ["Berlin", "Bern"], [true, true]),
            try KeystrokeScenario(
                "debounced", independent(fields, debounce: .seconds(60)), "field7",
                ["Berlin", "Bern"], [false, false]),
            try KeystrokeScenario(
                "unobserved", independent(fields), "field7", ["Berlin", "Bern"], [true, true],
                isObserved: false),
            try row("rows", independentRow, ["Berlin", "Bern"], in: options.rows),
            try row("rowsDependent", dependentRow, ["Berlin", "Bern"], in: options.rows),
        ]
    }

    // MARK: - Rows

    private static let independentRow = [
        Field("items[*].city", .required, .length(3...40), .regex("^[A-Z]")),
        Field("items[*].other", .length(3...40)),
    ]

    private static let dependentRow = [
        Field("items[*].city", .required, .length(3...40)),
        Field("items[*].other", .required, .differentFrom("items[*].city")),
    ]

    /// A field in the middle of the rows of an array.
    private static func row(
        _ name: String, _ fields: [Field], _ texts: [String], in count: Int
    ) throws -> KeystrokeScenario {
        let form = try FormModel(
            RuleSet([Field("items", .minItems(1), .maxItems(100_000))] + fields), debounce: .zero)
        let rows = try form.rows("items")
        for _ in 0..<count { rows.append(["city": "Rome", "other": "Paris"]) }
        let path = "items[\(count / 2)]"
        form[path + ".other"].text = "Prague"
        return try KeystrokeScenario(name, form, path + ".city", texts, [true, true])
    }

    private static func independent(_ count: Int, debounce: Duration = .zero) throws -> FormModel {
        let fields = (0..<count).map { index in
            Field(FieldPath(key: "field\(index)"), .required, .length(3...40), .regex("^[A-Z]"))
        }
        return try FormModel(RuleSet(fields), debounce: debounce)
    }

    /// The next three fields look at the first one, by rules and by a condition.
    private static func dependent(_ count: Int) throws -> FormModel {
        let fields = (0..<count).map { index in
            var rules = [RuleEntry(.required), RuleEntry(.length(3...40))]
            switch index {
            case 1: rules.append(RuleEntry(.sameAs("field0")))
            case 2: rules.append(RuleEntry(.differentFrom("field0")))
            case 3:
                rules.append(RuleEntry(.digits, when: [Condition("field0", .equals("Bern"))]))
            default: break
            }
            return Field(FieldPath(key: "field\(index)"), Validator(rules: rules))
        }
        let form = try FormModel(RuleSet(fields), debounce: .zero)
        for index in 1...3 { form["field\(index)"].text = "Bern" }
        return form
    }

    private init(
        _ name: String, _ form: FormModel, _ field: String, _ texts: [String], _ expected: [Bool],
        isObserved: Bool = true
    ) throws {
        self.name = name
        self.form = form
        self.field = form[field]
        self.texts = texts
        self.expected = expected
        self.isObserved = isObserved
    }

    /// The median over the rounds of the processor's time that a keystroke takes, in nanoseconds.
    func measure(_ options: FormBenchOptions) throws -> Int {
        var times: [Double] = []
        // The first round warms up.
        for round in 0...options.rounds {
            let start = now()
            for keystroke in 0..<options.keystrokes { type(texts[keystroke % texts.count]) }
            let time = Double(now() - start) / Double(options.keystrokes)
            if round > 0 { times.append(time) }
        }
        for (text, isValid) in zip(texts, expected) {
            type(text)
            guard field.validation.isValid == isValid else {
                throw UsageError(message: "\(name): '\(text)' shows \(field.validation)")
            }
        }
        return Int(times.sorted()[times.count / 2])
    }

    private func type(_ text: String) {
        if isObserved {
            withObservationTracking {
                _ = field.value
                _ = field.validation
                _ = form.isDirty
            } onChange: {
            }
        }
        field.text = text
    }

    private func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
