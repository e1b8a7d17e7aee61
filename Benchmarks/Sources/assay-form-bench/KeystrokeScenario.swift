// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Glibc
import Observation

/// A form, and what is typed into one of its fields again and again.
@MainActor
struct KeystrokeScenario {
    let name: String
    /// What a view looks at.
    private let look: @MainActor () -> Void
    private let set: @MainActor (String) -> Void
    private let state: @MainActor () -> ValidationState
    /// Typed in turns.
    private let texts: [String]
    /// For each text what the field shows then.
    private let expected: [Bool]
    private let isObserved: Bool

    /// A scenario that is made when it is measured, so that the forms of others are not in memory.
    struct Plan {
        let name: String
        let make: @MainActor (String) throws -> KeystrokeScenario

        init(_ name: String, _ make: @escaping @MainActor (String) throws -> KeystrokeScenario) {
            self.name = name
            self.make = make
        }
    }

    /// The scenarios, each with a form of its own.
    ///
    /// - Parameter options: How many fields and rows the forms have.
    /// - Returns: The scenarios in the order in which they are measured.
    static func all(_ options: FormBenchOptions) -> [Plan] {
        let fields = options.fields
        let cities = ["Berlin", "Bern"]
        return [
            Plan("valid") {
                try KeystrokeScenario($0, independent(fields), "field7", cities, [true, true])
            },
            Plan("invalid") {
                try KeystrokeScenario(
                    $0, independent(fields), "field7", ["12", "1"], [false, false])
            },
            Plan("alternating") {
                try KeystrokeScenario(
                    $0, independent(fields), "field7", ["Berlin", "1"], [true, false])
            },
            Plan("dependents") {
                try KeystrokeScenario($0, dependent(fields), "field0", cities, [true, true])
            },
            Plan("debounced") {
                try KeystrokeScenario(
                    $0, independent(fields, debounce: .seconds(60)), "field7", cities,
                    [false, false])
            },
            Plan("unobserved") {
                try KeystrokeScenario(
                    $0, independent(fields), "field7", cities, [true, true], isObserved: false)
            },
            Plan("controller") { try controller($0) },
            Plan("controllerRuleSet") { try controller($0, ruleSet: ruleSetOfLargeForm) },
            Plan("context") { try context($0, fields) },
            Plan("viewModel") { viewModel($0) },
        ] + rows(options.rows)
    }

    private static func rows(_ count: Int) -> [Plan] {
        let cities = ["Berlin", "Bern"]
        let leave = { (form: FormModel) in
            form.focus = "items"
            form.focus = nil
        }
        return [
            Plan("rows") { try row($0, independentRow, cities, in: count) },
            Plan("rowsDependent") { try row($0, dependentRow, cities, in: count) },
            Plan("controllerRows") { try typedRow($0, in: count) },
            Plan("controllerRowsRuleSet") {
                try typedRow($0, in: count, ruleSet: ruleSetOfRows)
            },
            Plan("contextKeys") { try context($0, count) },
            Plan("rowsUnique") { try row($0, independentRow, cities, in: count, prepare: leave) },
            Plan("rowsUniqueWhole") {
                try row($0, independentRow, cities, in: count, prepare: leave)
            },
            Plan("rowsByIndex") { try row($0, rowsByIndex, cities, in: count) },
            Plan("rowsInObject") {
                try row(
                    $0, rowsInOrder, cities, in: count, of: "order.items",
                    fields: ["order", "order.items"])
            },
        ]
    }

    // MARK: - Other faces

    private static func controller(
        _ name: String, ruleSet: RuleSet? = nil
    ) throws -> KeystrokeScenario {
        let controller = try FormController(LargeForm(), ruleSet: ruleSet, triggers: .all)
        return KeystrokeScenario(
            name, ["Berlin", "Bern"], look: { _ = controller.form.$field07.state },
            set: { controller.form.field07 = $0 }, state: { controller.form.$field07.state })
    }

    /// A rule for each property.
    private static var ruleSetOfLargeForm: RuleSet {
        RuleSet(
            (0..<100).map { index in
                let start = index < 10 ? "field0" : "field"
                return Field(FieldPath(key: "\(start)\(index)"), .length(2...50))
            })
    }

    /// A row of a form that is a struct.
    struct Place: ValidatableForm, Equatable, Sendable {
        @Validate(.required, .length(3...40), .regex("^[A-Z]")) var city = "Rome"
        @Validate(.length(3...40), .differentFrom("city")) var other = "Paris"

        static let validatedFields: [ValidatedField<Place>] = [
            ValidatedField("city", \.$city), ValidatedField("other", \.$other),
        ]
    }

    struct Journey: ValidatableForm, Equatable, Sendable {
        @Validate(.required) var name = "Ada"
        @Validate(.minItems(1), .maxItems(100_000)) var items: ValidatedRows<Place> = []

        static let validatedFields: [ValidatedField<Journey>] = [
            ValidatedField("name", \.$name), ValidatedField("items", \.$items),
        ]
    }

    /// A field in the middle of the rows of a struct.
    private static func typedRow(
        _ name: String, in count: Int, ruleSet: RuleSet? = nil
    ) throws -> KeystrokeScenario {
        let controller = try FormController(Journey(), ruleSet: ruleSet, triggers: .all)
        controller.form.items = ValidatedRows((0..<count).map { _ in Place() })
        let middle = count / 2
        controller.form.items[middle].other = "Prague"
        return KeystrokeScenario(
            name, ["Berlin", "Bern"],
            look: { _ = controller.form.items[middle].$city.state },
            set: { controller.form.items[middle].city = $0 },
            state: { controller.form.items[middle].$city.state })
    }

    private static let ruleSetOfRows = RuleSet(
        Field("name", .length(2...)), Field("items", .maxItems(5000)),
        Field("items[*].city", .length(3...40), .differentFrom("name")),
        Field("items[*].other", .differentFrom("items[*].city")))

    private static func context(_ name: String, _ count: Int) throws -> KeystrokeScenario {
        let context = try FormContext(id: "bench", triggers: .all)
        for index in 0..<count {
            try context.addValidator(
                for: "field\(index)",
                validations: [
                    FieldValidation(.required, message: "?"),
                    FieldValidation(.regex("^.{3,40}$"), message: "?"),
                    FieldValidation(.regex("^[A-Z]"), message: "?"),
                ])
        }
        let text = TextFieldModel("field7", in: context)
        return KeystrokeScenario(
            name, ["Berlin", "Bern"], look: { _ = text.message },
            set: { text.text = $0 }, state: { text.state })
    }

    private static func viewModel(_ name: String) -> KeystrokeScenario {
        let model = ValidationViewModel(
            "", validator: PasswordValidator(), debouncer: Debouncer(.zero))
        return KeystrokeScenario(
            name, ["correctHorse1", "correctHorse2"], look: { _ = model.state },
            set: { model.value = $0 }, state: { model.state })
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

    /// The rows are in an object that is a field too.
    private static let rowsInOrder = [
        Field("order.items[*].city", .required, .length(3...40)),
        Field("order.items[*].other", .length(3...40)),
    ]

    /// Rules that name one row.
    private static let rowsByIndex = [
        Field("items[*].city", .required, .length(3...40)),
        Field("items[*].other", .differentFrom("items[0].city")),
    ]

    /// A field in the middle of the rows of an array.
    private static func row(
        _ name: String, _ columns: [Field], _ texts: [String], in count: Int,
        of array: String = "items", fields: [String]? = nil,
        prepare: (FormModel) -> Void = { _ in }
    ) throws -> KeystrokeScenario {
        let limits: [RuleExpression] =
            switch name {
            case "rowsUnique": [.uniqueItems(by: "id")]
            case "rowsUniqueWhole": [.uniqueItems]
            default: [.minItems(1), .maxItems(100_000)]
            }
        let ofArray = Field(
            try FieldPath(array), Validator(rules: limits.map { RuleEntry($0) }))
        let form = try FormModel(RuleSet([ofArray] + columns), fields: fields, debounce: .zero)
        let rows = try form.rows(array)
        form[array].value = .array(
            (0..<count).map { ["id": .integer(Int64($0)), "city": "Rome", "other": "Paris"] })
        let path = "\(array)[\(count / 2)]"
        _ = rows
        form[path + ".other"].text = "Prague"
        prepare(form)
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
        let field = form[field]
        self.init(
            name, texts,
            look: {
                _ = field.value
                _ = field.validation
                _ = form.isDirty
            }, set: { field.text = $0 }, state: { field.validation }, expected: expected,
            isObserved: isObserved)
    }

    private init(
        _ name: String, _ texts: [String], look: @escaping @MainActor () -> Void,
        set: @escaping @MainActor (String) -> Void,
        state: @escaping @MainActor () -> ValidationState, expected: [Bool] = [true, true],
        isObserved: Bool = true
    ) {
        self.name = name
        self.texts = texts
        self.look = look
        self.set = set
        self.state = state
        self.expected = expected
        self.isObserved = isObserved
    }

    /// The median over the rounds of the processor's time that a keystroke takes, in nanoseconds.
    func measure(_ options: FormBenchOptions) throws -> Int {
        var times: [Double] = []
        // The first round warms up.
        for round in 0...options.rounds {
            let start = now()
            let count = options.keystrokes
            for keystroke in 0..<count { type(texts[keystroke % texts.count]) }
            let time = Double(now() - start) / Double(count)
            if round > 0 { times.append(time) }
        }
        for (text, isValid) in zip(texts, expected) {
            type(text)
            guard state().isValid == isValid else {
                throw UsageError(message: "\(name): '\(text)' shows \(state())")
            }
        }
        return Int(times.sorted()[times.count / 2])
    }

    private func type(_ text: String) {
        if isObserved {
            withObservationTracking(look) {}
        }
        set(text)
    }

    private func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
