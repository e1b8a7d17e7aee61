// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) @testable import AssayCore
import AssayRuleSets
import AssayRules
import TestRandomness
import Testing

/// A field has one value: what is checked depends neither on the order of fields and rules, nor on
/// whether the record came from JSON or from text.
@Suite struct OneValueTests {
    /// The findings on every path of the engine, which agree, for fields in both orders.
    private static func findings(
        _ fields: [(String, [RuleEntry])], on record: ValidationRecord,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> [String] {
        var found: [[String]] = []
        for fields in [fields, fields.reversed()] {
            let plan = try ValidationPlan(
                RuleSet(
                    fields.map { Field(FieldPath(key: $0.0), Validator(rules: $0.1)) }),
                registry: standardRules)
            found += EnginePaths.reports(of: record, by: ValidationSession(plan)).map {
                $0.sorted()
            }
        }
        for other in found.dropFirst() {
            #expect(other == found[0], sourceLocation: sourceLocation)
        }
        return found[0]
    }

    private static func entries(_ rules: String) throws -> [RuleEntry] {
        try RuleExpressionParser.parse(rules).map { RuleEntry($0) }
    }

    // MARK: - Reading comes first

    @Test(
        arguments: [
            ("equals(1)", "1", true), ("equals(1)", "2", false), ("equals(1)", "01", true),
            ("range(100...)", "150", true), ("range(100...)", "99", false),
            ("oneOf(3, 4)", "4", true), ("oneOf(3, 4)", "5", false),
            ("notEquals(1)", "1", false), ("notEquals(1)", "2", true),
            ("not(equals(1))", "1", false), ("not(equals(1))", "2", true),
            ("integer", "7", true), ("integer, equals(1)", "1", true),
            ("equals(1), integer", "1", true), ("allOf(equals(1), integer)", "1", true),
            ("number", "7", true), ("string", "7", false),
        ])
    func conditionsSeeWhatRulesRead(_ condition: String, _ text: String, _ isMet: Bool) throws {
        let rules = try RuleExpressionParser.parse(condition)
        let required = RuleEntry(
            .required, when: [Condition(FieldPath(key: "type"), rules: rules)])
        let read = try Self.findings(
            [("vat", [required]), ("type", Self.entries("required, integer"))],
            on: ValidationRecord(text: [("type", text)]))
        #expect(read == (isMet ? ["/vat required.missing error"] : []))
    }

    @Test(
        arguments: [
            ("integer", "7", true), ("integer", "x", false), ("integer, equals(1)", "1", true),
            ("equals(1), integer", "1", true), ("boolean, equals(true)", "TRUE", true),
        ])
    func conditionsReadWhatNothingElseReads(
        _ condition: String, _ text: String, _ isMet: Bool
    ) throws {
        let rules = try RuleExpressionParser.parse(condition)
        let required = RuleEntry(
            .required, when: [Condition(FieldPath(key: "type"), rules: rules)])
        let read = try Self.findings(
            [("vat", [required])], on: ValidationRecord(text: [("type", text)]))
        #expect(read == (isMet ? ["/vat required.missing error"] : []))
    }

    @Test func conditionsOnFieldsThatAreReadOnlyCheck() throws {
        // 'boolean' cannot read 5, and so the field is a text for the condition.
        let required = RuleEntry(
            .required, when: [Condition(FieldPath(key: "type"), rules: [.integer])])
        let read = try Self.findings(
            [("vat", [required]), ("type", Self.entries("boolean"))],
            on: ValidationRecord(text: [("type", "5")]))
        #expect(read == ["/type boolean.syntax error"])
    }

    @Test(
        arguments: [
            ("range(0...9), integer", "x", ["/a integer.notWhole error"]),
            ("integer, range(0...9)", "x", ["/a integer.notWhole error"]),
            ("range(0...9), integer", "50.5", ["/a integer.notWhole error"]),
            ("range(0...9), integer", "50", ["/a range.tooLarge error"]),
            ("number, integer", "x", ["/a integer.notWhole error"]),
            ("integer, number", "x", ["/a integer.notWhole error"]),
            ("past, date(\"dd/MM/yyyy\")", "x", ["/a date.syntax error"]),
            ("date(\"dd/MM/yyyy\"), past", "x", ["/a date.syntax error"]),
            ("date(\"dd/MM/yyyy\"), past", "01/02/2020", []),
            ("dateTime(separator=space), past", "2020-02-29 10:00:00Z", []),
            (
                "dateTime(separator=space), future", "2020-02-29 10:00:00Z",
                ["/a future.notFuture error"]
            ),
        ])
    func rulesOfAFieldRunInNoParticularOrder(
        _ rules: String, _ text: String, _ expected: [String]
    ) throws {
        let found = try Self.findings(
            [("a", Self.entries(rules))], on: ValidationRecord(text: [("a", text)]))
        #expect(found == expected)
    }

    @Test func kindsAreReportedOnceInJSONToo() throws {
        for rules in ["range(0...9), integer", "integer, range(0...9)"] {
            let found = try Self.findings(
                [("a", Self.entries(rules))], on: ValidationRecord(Value.Object([("a", "x")])))
            #expect(found == ["/a integer.kind error"])
        }
    }

    @Test func rulesThatNameFieldsLookAtRulesThatNameNone() throws {
        let found = try Self.findings(
            [
                ("a", Self.entries("sameAs(b)")), ("b", Self.entries("lessThan(c)")),
                ("c", Self.entries("integer")),
            ], on: ValidationRecord(Value.Object([("a", 1), ("b", 5), ("c", 3)])))
        #expect(found == ["/a sameAs.different error", "/b lessThan.notLess error"])
    }

    @Test func conditionalReadings() throws {
        let kind = FieldPath(key: "kind")
        let fields: [(String, [RuleEntry])] = [
            (
                "value",
                [
                    RuleEntry(.integer, when: [Condition(kind, rules: [.equals("number")])]),
                    RuleEntry(.date, when: [Condition(kind, rules: [.equals("date")])]),
                    RuleEntry(.range(0...9), when: [Condition(kind, rules: [.equals("number")])]),
                ]
            ),
            ("limit", try Self.entries("integer, lessThan(value)")),
        ]
        let number = ValidationRecord(text: [("kind", "number"), ("value", "12"), ("limit", "20")])
        #expect(
            try Self.findings(fields, on: number) == ["/value range.tooLarge error"])
        let date = ValidationRecord(text: [("kind", "date"), ("value", "2024-02-29")])
        #expect(try Self.findings(fields, on: date) == [])
    }

    /// A text that rules read in some records stands for what the rule of its record says, and for
    /// nothing where no rule applies.
    @Test(
        arguments: [
            ("us", "03/02/2024", "2024-02-20", ["/b greaterThan.notGreater error"]),
            ("uk", "03/02/2024", "2024-02-20", []),
            ("uk", "03/02/2024", "2024-02-02", ["/b greaterThan.notGreater error"]),
            ("us", "03/02/2024", "2024-03-03", []),
            ("us", "13/02/2024", "2024-03-03", ["/a date.calendar error"]),
            ("de", "03/02/2024", "2024-02-20", ["/b greaterThan.incomparable error"]),
            ("", "03/02/2024", "2024-02-20", ["/b greaterThan.incomparable error"]),
        ] as [(String, String, String, [String])])
    func aTextIsReadAsItsRecordSays(
        _ country: String, _ a: String, _ b: String, _ expected: [String]
    ) throws {
        let path = FieldPath(key: "country")
        let fields: [(String, [RuleEntry])] = [
            ("country", try Self.entries("string")),
            (
                "a",
                [
                    RuleEntry(
                        .date("dd/MM/yyyy"), when: [Condition(path, rules: [.equals("uk")])]
                    ),
                    RuleEntry(
                        .date("MM/dd/yyyy"), when: [Condition(path, rules: [.equals("us")])]
                    ),
                ]
            ),
            ("b", try Self.entries("date, greaterThan(a)")),
        ]
        let members = [("country", country), ("a", a), ("b", b)]
        #expect(try Self.findings(fields, on: ValidationRecord(text: members)) == expected)
        let object = Value.Object(
            members.map { ($0.0, $0.1.isEmpty ? .absent : .string($0.1)) })
        #expect(try Self.findings(fields, on: ValidationRecord(object)) == expected)
    }

    /// The same for a rule of the field itself, inside a composition, and in a condition.
    @Test func alternativesReachEveryRuleThatCompares() throws {
        let path = FieldPath(key: "country")
        let dates = [
            RuleEntry(.date("dd/MM/yyyy"), when: [Condition(path, rules: [.equals("uk")])]),
            RuleEntry(.date("MM/dd/yyyy"), when: [Condition(path, rules: [.equals("us")])]),
        ]
        let fields: [(String, [RuleEntry])] = [
            ("a", dates + (try Self.entries("not(before(\"2024-03-01\"))"))),
            (
                "note",
                [
                    RuleEntry(
                        .required,
                        when: [
                            Condition(
                                FieldPath(key: "a"),
                                rules: [try RuleExpressionParser.parseOne("after(\"2024-03-01\")")])
                        ])
                ]
            ),
        ]
        func found(_ country: String) throws -> [String] {
            try Self.findings(
                fields, on: ValidationRecord(text: [("country", country), ("a", "03/02/2024")]))
        }
        #expect(try found("us") == ["/note required.missing error"])
        #expect(try found("uk") == ["/a not.passed error"])
    }

    /// A record finds what it would find if the rule that reads its text read it in all records.
    @Test func aConditionalReadingIsTheReadingOfItsRecords() throws {
        var numbers = SeededNumbers(seed: 41)
        let kind = FieldPath(key: "kind")
        let forms = ["dd/MM/yyyy", "MM/dd/yyyy", "yyyy/MM/dd", "yyyy/dd/MM"]
        let texts = ["03/02/2024", "02/03/2024", "2024/03/02", "2024/02/03", "31/01/2024"]
        let comparisons = [
            "greaterThan(a)", "lessOrEqual(a)", "sameAs(a)", "differentFrom(a)", "before(a)",
            "anyOf(greaterThan(a), equals(\"x\"))", "not(lessThan(a))",
        ]
        let limits = ["past", "after(\"2024-02-10\")", "not(before(\"2024-03-01\"))", "string"]
        var failures = 0
        for _ in 0..<300 {
            let pair = [0, 1].map { _ in
                RuleExpression.date(forms.randomElement(using: &numbers)!)
            }
            let comparison = try Self.entries(comparisons.randomElement(using: &numbers)!)
            let limit = try Self.entries(limits.randomElement(using: &numbers)!)
            let values = ["a", "b"].map { ($0, texts.randomElement(using: &numbers)!) }
            func fields(_ readings: [RuleEntry]) throws -> [(String, [RuleEntry])] {
                [
                    ("kind", try Self.entries("string")), ("a", readings + limit),
                    ("b", try Self.entries("date(\"dd/MM/yyyy\")") + comparison),
                ]
            }
            let conditional = try fields(
                pair.enumerated().map { place, rule in
                    RuleEntry(rule, when: [Condition(kind, rules: [.equals(.string("\(place)"))])])
                })
            for (place, rule) in pair.enumerated() {
                let record = ValidationRecord(text: [("kind", "\(place)")] + values)
                let found = try Self.findings(conditional, on: record)
                #expect(try found == Self.findings(fields([RuleEntry(rule)]), on: record))
                failures += found.count
            }
        }
        #expect(failures > 100)
    }

    // MARK: - Issues of rule sets

    private static func issues(_ fields: [(String, String)]) throws -> [String] {
        do throws(RuleSetError) {
            _ = try ValidationPlan(
                RuleSet(
                    fields.map {
                        Field(
                            FieldPath(key: $0.0),
                            Validator(
                                rules: (try? RuleExpressionParser.parse($0.1))?.map {
                                    RuleEntry($0)
                                }
                                    ?? []))
                    }), registry: standardRules)
            return []
        } catch {
            return error.issues.map { "\($0.field ?? "") \($0.code)" }
        }
    }

    @Test func readingsOfDifferentKindsAreAnIssue() throws {
        #expect(try Self.issues([("a", "integer, boolean")]) == ["a field.twoReadings"])
        #expect(
            try Self.issues([("a", "date(\"yyyyMMdd\"), integer")]) == ["a field.twoReadings"])
        #expect(throws: RuleSetError.self) {
            try ValidatorsManager(
                RuleSet(
                    Field(
                        "a",
                        Validator(rules: [
                            RuleEntry(
                                .number(decimal: ","), when: [Condition("c", .required)]),
                            RuleEntry(.type("number")),
                        ]))), registry: standardRules)
        }
        // 1.5 is a number to the second rule alone, to which the first one would then have to agree.
        for other in ["type(\"number\")", "number", "integer"] {
            #expect(
                try Self.issues([("a", "number(decimal=\",\"), \(other)")])
                    == ["a field.twoReadings"])
        }
        #expect(
            try Self.issues([
                ("a", "number(decimal=\",\", group=\".\"), integer(group=\".\")"),
                ("b", "integer, number, type(\"number\")"),
            ]) == [])
        #expect(try Self.issues([("a", "number, integer")]) == [])
        #expect(try Self.issues([("a", "date, date(\"yyyy-MM-dd\")")]) == [])
    }

    @Test func readingsThatDependOnThemselvesAreAnIssue() throws {
        func issues(_ fields: [(String, String)]) -> [String] {
            do throws(RuleSetError) {
                _ = try ValidationPlan(
                    RuleSet(
                        fields.map { name, other in
                            Field(
                                FieldPath(key: name),
                                Validator(rules: [
                                    RuleEntry(
                                        .integer,
                                        when: [
                                            Condition(FieldPath(key: other), rules: [.equals(1)])
                                        ])
                                ]))
                        }), registry: standardRules)
                return []
            } catch {
                return error.issues.map { "\($0.field ?? "") \($0.code)" }
            }
        }
        #expect(issues([("a", "b"), ("b", "c")]) == [])
        #expect(issues([("a", "a")]) == ["a field.circularReading"])
        #expect(issues([("a", "b"), ("b", "a"), ("c", "a")]) == ["a field.circularReading"])
        #expect(issues([("c", "a"), ("a", "b"), ("b", "a")]) == ["a field.circularReading"])
    }

    // MARK: - Text that nothing reads

    @Test(
        arguments: [
            ("notEquals(0)", "", ["field.unread"]), ("notOneOf(-1, 99)", "", ["field.unread"]),
            ("not(equals(5))", "", ["field.unread"]), ("equals(true)", "", ["field.unread"]),
            ("prohibitedIf(b, 0)", "", ["field.unread"]),
            ("requiredIf(b, in=[3])", "", ["field.unread"]),
            ("prohibitedIf(b, 0)", "integer", []), ("notEquals(0), integer", "", []),
            ("range(0...)", "", ["field.unread"]), ("range(0...), number", "", []),
            ("anyOf(range(0...9), equals(\"n/a\"))", "", ["field.unread"]),
            ("anyOf(allOf(integer, range(0...9)), equals(\"n/a\"))", "", []),
            ("sameAs(b)", "integer", ["field.unread"]), ("sameAs(b)", "", []),
            ("integer, differentFrom(b)", "", ["field.unread"]),
            ("integer, differentFrom(b)", "number", []),
            ("integer, equals(\"01234\")", "", ["field.unread"]),
            ("type(\"integer\", \"string\"), equals(\"x\")", "", []),
            ("greaterThan(b)", "", ["field.unread"]),
            ("greaterThan(b)", "date", ["field.unread"]),
            ("date, greaterThan(b)", "date", []), ("greaterThan(b, as=text)", "", []),
            ("regex(/^[0-9]{5}$/), integer", "", ["field.textRule"]),
            ("length(5...), integer", "", ["field.textRule"]),
            ("length(5...), date", "", []), ("oneOf(\"a\", \"b\")", "", []),
            ("equals(null)", "", []),
        ])
    func textsThatNothingReadsAreIssues(
        _ rules: String, _ others: String, _ expected: [String]
    ) throws {
        let plan = try ValidationPlan(
            RuleSet(
                Field("a", Validator(rules: try Self.entries(rules))),
                Field("b", Validator(rules: others.isEmpty ? [] : try Self.entries(others)))),
            registry: standardRules)
        #expect(plan.textIssues.map(\.code) == expected)
        // No record from text passes meanwhile, and records from JSON are not concerned.
        let text = ValidationSession(plan).trace(ValidationRecord(text: [("c", "x")]))
        #expect(text.report.isValid == expected.isEmpty)
        let json = ValidationSession(plan).trace(ValidationRecord(Value.Object([("c", "x")])))
        #expect(json.report.isValid)
    }

    /// What the help says can be done: a rule about a text and one that reads it contradict each other.
    @Test(arguments: [
        "numericText", "decimalText(separator=\",\")", "integerText", "currencyAmount",
    ])
    func numberIsReadInPlaceOfARuleAboutItsText(rule: String) throws {
        let plan = try ValidationPlan(
            RuleSet(
                Field("price", Validator(rules: try Self.entries("\(rule), range(0...1000)")))),
            registry: standardRules)
        #expect(
            plan.textIssues.map(\.description) == [
                "error[field.unread] price: range(0...1000) accepts only a number, and no rule "
                    + "reads the text of 'price' as one; write `number` in place of the rule about "
                    + "the text of `price`; `number(decimal=\",\")` reads a decimal comma"
            ])
    }

    @Test func issuesOfTextSayWhatToDo() throws {
        let plan = try ValidationPlan(
            RuleSet(Field("qty", .notEquals(0)), Field("end", .greaterThan("start"))),
            registry: standardRules)
        #expect(
            plan.textIssues.map(\.description) == [
                "error[field.unread] qty: notEquals(0) compares the text of 'qty' with a number, and "
                    + "no rule reads it as one; add `integer` or `number` to the rules of `qty`",
                "error[field.unread] end: greaterThan(start) needs the order of 'end' and 'start', "
                    + "and no rule reads their texts; add a rule that reads them, such as `date` or "
                    + "`number`, to the rules of `end` and `start`, or compare by code point with "
                    + "`as=text`",
            ])
    }

    // MARK: - Order

    @Test(
        arguments: [
            ("date(\"dd/MM/yyyy\")", "31/01/2024", "01/02/2024"),
            ("date(\"dd.MM.yyyy\")", "31.01.2024", "01.02.2024"),
            ("date(\"M/d/yyyy\")", "9/30/2024", "10/1/2024"),
            ("date(\"yyMMdd\")", "240131", "240201"),
            ("dateTime(separator=space)", "2024-01-31 23:30:00+01:00", "2024-01-31 23:00:00Z"),
            ("dateTime", "2024-01-31T23:30:00+01:00", "2024-01-31T23:00:00Z"),
            ("time", "10:00:00+02:00", "09:00:00Z"),
            ("decimalText", "9", "10.5"), ("decimalText", "-10", "-9"),
            ("decimalText(separator=\",\")", "9,5", "10"),
            ("integerText", "9", "10"), ("numericText", ".5", "1"),
            ("semver", "1.9.0", "1.10.0"), ("semver", "1.0.0-rc.1", "1.0.0"),
            ("ip", "10.0.0.9", "10.0.0.10"), ("ip", "::9", "::10"),
            ("currencyAmount", "$9.00", "$1,000.00"), ("integer", "9", "10"),
        ])
    func fieldsAreComparedByWhatTheyAreReadAs(
        _ reading: String, _ less: String, _ more: String
    ) throws {
        let fields = [
            ("a", try Self.entries("\(reading), lessThan(b)")), ("b", try Self.entries(reading)),
        ]
        let right = ValidationRecord(text: [("a", less), ("b", more)])
        #expect(try Self.findings(fields, on: right) == [])
        let wrong = ValidationRecord(text: [("a", more), ("b", less)])
        #expect(try Self.findings(fields, on: wrong) == ["/a lessThan.notLess error"])
        guard reading != "integer" else { return }
        let json = ValidationRecord(Value.Object([("a", .string(more)), ("b", .string(less))]))
        #expect(try Self.findings(fields, on: json) == ["/a lessThan.notLess error"])
    }

    @Test func otherMixturesHaveNoOrder() throws {
        for (first, second, values) in [
            ("ip", "ip", ("10.0.0.1", "::1")), ("date", "integerText", ("2024-02-29", "5")),
            ("string", "string", ("a", "b")), ("date", "string", ("2024-02-29", "2024-03-01")),
        ] {
            let found = try Self.findings(
                [
                    ("a", Self.entries("\(first), lessThan(b)")), ("b", Self.entries(second)),
                ],
                on: ValidationRecord(
                    Value.Object([("a", .string(values.0)), ("b", .string(values.1))])))
            #expect(found == ["/a lessThan.incomparable error"])
        }
    }

    @Test func aDayAndAMomentAreComparedByDay() throws {
        let fields = [
            ("a", try Self.entries("date, lessOrEqual(b), greaterOrEqual(b)")),
            ("b", try Self.entries("dateTime")),
        ]
        let record = ValidationRecord(
            Value.Object([("a", "2024-02-29"), ("b", "2024-02-29T23:30:00-05:00")]))
        #expect(try Self.findings(fields, on: record) == [])
    }

    @Test func equalityIsThatOfTheReading() throws {
        let fields = [
            ("a", try Self.entries("date(\"dd.MM.yyyy\"), sameAs(b)")),
            ("b", try Self.entries("date")),
        ]
        let record = ValidationRecord(
            Value.Object([("a", "29.02.2024"), ("b", "2024-02-29")]))
        #expect(try Self.findings(fields, on: record) == [])
    }

    // MARK: - Properties

    /// What a failed reading is called differs: the cell `x` is `integer.notWhole`, the string
    /// `integer.kind`.
    static func normal(_ lines: [String]) -> Set<String> {
        Set(
            lines.map { line in
                let parts = line.split(separator: " ")
                let code = parts[1].split(separator: ".")
                guard ["integer", "number", "boolean", "type"].contains(code[0]) else {
                    return line
                }
                return "\(parts[0]) \(code[0]) \(parts[2])"
            })
    }

    /// The fields are in one rule set in both orders, and in two files in both orders.
    @Test func theOrderOfFieldsAndOfFilesDecidesNothing() throws {
        for isText in [false, true] {
            for seed in CatalogueRuleSets.seeds {
                var sets = CatalogueRuleSets(seed: seed, isText: isText)
                let ruleSet = sets.ruleSet()
                let record = sets.record(for: ruleSet)
                var (reversed, first, second) = (ruleSet, ruleSet, ruleSet)
                reversed.fields.reverse()
                first.fields.removeSubrange(1...)
                second.fields.removeFirst()
                guard let plan = try? ValidationPlan(ruleSet, registry: standardRules) else {
                    continue
                }
                let found = EnginePaths.lines(ValidationSession(plan).trace(record).report)
                let others = [
                    reversed, first.combined(with: second), second.combined(with: first),
                ]
                for other in others {
                    let plan = try ValidationPlan(other, registry: standardRules)
                    let again = EnginePaths.lines(ValidationSession(plan).trace(record).report)
                    #expect(
                        again.sorted() == found.sorted(),
                        "seed \(seed), text \(isText): \(other.fields)")
                }
            }
        }
    }

    /// Batches of any size, single records, traces and forms find the same.
    @Test func splittingTheInputDecidesNothing() throws {
        var compared = 0
        for isText in [false, true] {
            for seed in CatalogueRuleSets.seeds {
                var sets = CatalogueRuleSets(seed: seed, isText: isText)
                let ruleSet = sets.ruleSet()
                let records = (0..<5).map { _ in sets.record(for: ruleSet) }
                guard let plan = try? ValidationPlan(ruleSet, registry: standardRules) else {
                    continue
                }
                compared += 1
                let session = ValidationSession(plan)
                let columns = RecordColumns(fields: plan.fields)
                func lines(_ records: ArraySlice<ValidationRecord>) -> [[String]] {
                    let batch = columns.batch(of: Array(records), reporting: .init(plan))
                    let report = session.validate(batch)
                    return records.indices.map {
                        EnginePaths.lines(report.report(row: $0 - records.startIndex))
                    }
                }
                let whole = lines(records[...])
                for place in 1..<records.count {
                    #expect(
                        lines(records[..<place]) + lines(records[place...]) == whole,
                        "seed \(seed), text \(isText), split at \(place): \(ruleSet.fields)")
                }
                for (record, expected) in zip(records, whole) where seed.isMultiple(of: 16) {
                    for found in EnginePaths.reports(of: record, by: session) {
                        #expect(
                            found.sorted() == expected.sorted(),
                            "seed \(seed), text \(isText): \(ruleSet.fields) on \(record)")
                    }
                }
            }
        }
        #expect(compared > 100)
    }

    /// A record from text gives what the same record gives in JSON, where a cell that is read as a
    /// number or Boolean is one.
    @Test func textGivesWhatJSONGives() throws {
        var compared = 0
        for seed in CatalogueRuleSets.seeds {
            var sets = CatalogueRuleSets(seed: seed, isText: true)
            let ruleSet = sets.ruleSet()
            let text = sets.record(for: ruleSet)
            guard let plan = try? ValidationPlan(ruleSet, registry: standardRules),
                plan.textIssues.isEmpty, !Self.readsElsewhere(ruleSet)
            else { continue }
            compared += 1
            var object = Value.Object()
            for (key, value) in text.fields.members {
                object[key] = Self.read(value, of: key, in: plan)
            }
            let session = ValidationSession(plan)
            let fromText = EnginePaths.lines(session.trace(text).report)
            let fromJSON = EnginePaths.lines(session.trace(ValidationRecord(object)).report)
            #expect(
                Self.normal(fromText) == Self.normal(fromJSON),
                "seed \(seed): \(ruleSet.fields) on \(object.members)")
        }
        #expect(compared > 100)
    }

    /// Returns `true` if a condition or a composition reads texts, which does not concern others, or
    /// if a rule reads in some records only.
    static func readsElsewhere(_ ruleSet: RuleSet) -> Bool {
        func reads(_ rule: RuleExpression, isNested: Bool) -> Bool {
            if isNested, standardRules.definition(for: rule.id)?.traits.contains(.converts) == true
            {
                return true
            }
            return rule.arguments.contains {
                if case .rule(let inner) = $0.value { reads(inner, isNested: true) } else { false }
            }
        }
        // Two forms of numbers, of which a text has one: which of them reads it, JSON cannot say.
        let hasTwoForms = ruleSet.fields.contains { field in
            let numbers = field.validator.rules.map(\.expression).filter {
                ["integer", "number"].contains($0.id)
            }
            return Set(numbers.map { $0.description.drop(while: \.isLetter) }).count > 1
        }
        guard !hasTwoForms else { return true }
        return ruleSet.fields.flatMap(\.validator.rules).contains { entry in
            reads(entry.expression, isNested: !entry.conditions.isEmpty)
                || entry.conditions.flatMap(\.rules).contains { reads($0, isNested: true) }
        }
    }

    /// What a text of a field is in JSON.
    static func read(_ value: Value, of key: String, in plan: ValidationPlan) -> Value {
        guard case .string(let text) = value,
            let reading = plan.readings.at(FieldPath(key: key)).own, reading.replaces
        else { return value }
        let form = plan.plannedRules.first {
            $0.key == key && $0.bound.textAdmission.converts
                && ["number", "integer"].contains($0.bound.definition.id)
                && !$0.bound.expression.arguments.isEmpty
        }
        if let form { return read(value, by: form.bound.instance) }
        if reading.quantities.contains(.number), let number = Self.number(text) { return number }
        if reading.quantities.contains(.boolean),
            let bool = ["true": true, "false": false][text.lowercased()]
        {
            return .bool(bool)
        }
        return value
    }

    /// The number that a text is for `number` and `integer`; JSON has fewer spellings, and so `+05.` is 5 there.
    private static func number(_ text: String) -> Value? {
        guard let parts = text.wholeMatch(of: /([+-]?)([0-9]*)(\.[0-9]*)?([eE][+-]?[0-9]+)?/),
            (parts.2 + (parts.3 ?? "")).contains(where: \.isNumber)
        else { return nil }
        let sign = parts.1 == "-" ? "-" : ""
        let whole = parts.2.drop { $0 == "0" }
        let fraction = parts.3 == "." ? "" : parts.3 ?? ""
        return try? Value(
            json: "\(sign)\(whole.isEmpty ? "0" : whole)\(fraction)\(parts.4 ?? "")")
    }

    /// The value as a rule with a form of its own reads it.
    private static func read(_ value: Value, by rule: RuleInstance) -> Value {
        let arena = ValueArena()
        var read = arena.store(value)
        _ = rule.convert(in: &read, storingIn: arena)
        return withUnsafePointer(to: &read) { Value(FieldValue(unsafePointer: $0)) }
    }
}
