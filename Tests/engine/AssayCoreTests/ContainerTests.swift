// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
import TestRandomness
import Testing

/// A path says that the values that it leads through are objects and arrays.
@Suite struct ContainerTests {
    private static let texts = Field("tags[*]", .size(2))
    private static let prices = Field("items[*].price", .atLeast(0))
    private static let zip = Field("addr.zip", .size(5))

    // MARK: - Kinds

    static let wrong: [(fields: [Field], record: ValidationRecord, expected: [String])] = [
        (
            [prices, zip, texts], ["items": ["price": -1], "addr": "x", "tags": "y"],
            ["/items path.array", "/addr path.object", "/tags path.array"]
        ),
        ([Field("a.b.c", .size(9))], ["a": 5], ["/a path.object"]),
        ([Field("a.b.c", .size(9))], ["a": ["b": 5]], ["/a/b path.object"]),
        ([Field("a.b.c", .size(9))], ["a": [["b": 5]]], ["/a path.object"]),
        ([Field("a[0].b", .size(9))], ["a": ["b": 5]], ["/a path.array"]),
        ([Field("a[1].b", .size(9))], ["a": [[:], 5]], ["/a/1 path.object"]),
        (
            [prices], ["items": [["price": 1], [:], 5, nil, "x"]],
            [
                "/items/2 path.object", "/items/4 path.object",
            ]
        ),
        (
            [Field("rows[*][*]", .size(1))], ["rows": [["x"], "no", nil, [], false]],
            [
                "/rows/1 path.array", "/rows/4 path.array",
            ]
        ),
        (
            [Field("a[*].b[*].c", .size(1))], ["a": [["b": [1]], ["b": "x"], 2]],
            [
                "/a/2 path.object", "/a/1/b path.array", "/a/0/b/0 path.object",
            ]
        ),
        ([Field("a[*].b.c", .size(1))], ["a": [["b": true]]], ["/a/0/b path.object"]),
        ([Field(#""x.y".z"#, .size(1))], ["x.y": 1.5], ["/x.y path.object"]),
        // However many rules are below it, of whatever fields.
        (
            [Field("a.b", .size(9), .size(8)), Field("a.c", .integer), Field("a.d.e", .unsure)],
            ["a": ""], ["/a path.object"]
        ),
        // What a missing value means does not depend on why it is missing.
        ([Field("a.b", .required)], ["a": 7], ["/a/b required.missing", "/a path.object"]),
    ]

    @Test(arguments: wrong.indices)
    func aContainerOfAnotherKindIsAViolation(index: Int) throws {
        let (fields, record, expected) = Self.wrong[index]
        let manager = try ValidatorsManager(RuleSet(fields), registry: .testing())
        let report = manager.validate(record)
        #expect(report.summary == expected)
        #expect(!report.isValid)
    }

    static let right: [(fields: [Field], record: ValidationRecord)] = [
        ([prices, zip, texts], [:]),
        ([prices, zip, texts], ["items": nil, "addr": nil, "tags": nil]),
        ([prices, zip, texts], ["items": [], "addr": [:], "tags": []]),
        ([prices], ["items": [nil, [:], ["price": nil], ["price": 3]]]),
        ([Field("a.b.c", .size(1))], ["a": ["b": nil]]),
        ([Field("a[3]", .size(1))], ["a": [1, 2]]),
        // Nothing is asked for below a field without rules.
        ([Field("a.b")], ["a": 1]),
    ]

    @Test(arguments: right.indices)
    func aContainerOfTheRightKindOrMissingIsNone(index: Int) throws {
        let (fields, record) = Self.right[index]
        let manager = try ValidatorsManager(RuleSet(fields), registry: .testing())
        #expect(manager.validate(record).summary == [])
    }

    @Test func theViolationNamesTheRulesThatNeedTheContainer() throws {
        let manager = try ValidatorsManager(
            RuleSet(
                [Self.prices, Field("items[*].name", .size(1)), Self.zip],
                labels: ["items": "Positions", "addr": "Address"]),
            registry: .testing())
        let violations = manager.validate(["items": "x", "addr": [1]]).violations
        #expect(
            violations.map(\.message) == [
                "must be an array because of the rules for items[*].price",
                "must be an object because of the rules for addr.zip",
            ])
        #expect(violations.map(\.field) == ["items", "addr"])
        #expect(violations.map(\.rule) == ["path", "path"])
        #expect(violations.map { $0.label() } == ["Positions", "Address"])
        #expect(violations.map(\.value) == ["x", [1]])
        #expect(
            violations.map(\.parameters) == [
                [MessageParameter("path", "items[*].price")],
                [MessageParameter("path", "addr.zip")],
            ])
    }

    @Test func aContainerOfSensitiveValuesIsNotShown() throws {
        let manager = try ValidatorsManager.testing(
            Field("card.number", .size(9), isSensitive: true))
        let violation = try #require(manager.validate(["card": "4111"]).violations.first)
        #expect(violation.code == "path.object")
        #expect(violation.value == .absent)
        #expect(!violation.object.json.contains("4111"))
    }

    // MARK: - Rules of the container

    @Test func nothingIsAddedWhereARuleOfTheContainerHasFailed() throws {
        let manager = try ValidatorsManager.testing(
            Self.texts, Field("tags", .fewItems(1)), Field("rows[*].x", .size(1)),
            Field("rows[*]", .size(1)))
        #expect(manager.validate(["tags": "y"]).summary == ["/tags fewItems.kind"])
        #expect(manager.validate(["tags": ["yy", "zz"]]).summary == ["/tags fewItems.many"])
        #expect(
            manager.validate(["rows": ["", "x"]]).summary == [
                "/rows/0 size.small", "/rows/1 path.object",
            ])
    }

    @Test func aWarningOfTheContainerTakesNothingAway() throws {
        let manager = try ValidatorsManager.testing(
            Self.texts,
            Field("tags", Validator(rules: [RuleEntry(.fewItems(1), severity: .warning)])))
        let report = manager.validate(["tags": "y"])
        #expect(report.summary == ["/tags fewItems.kind", "/tags path.array"])
        #expect(report.violations.map(\.severity) == [.warning, .error])
    }

    // MARK: - Conditions and severities

    private static func entry(
        _ rule: RuleExpression, when field: FieldPath? = nil,
        _ condition: RuleExpression = .size(1),
        severity: Severity = .error
    ) -> RuleEntry {
        RuleEntry(
            rule, when: field.map { [Condition($0, condition)] } ?? [], severity: severity)
    }

    private static func field(_ path: FieldPath, _ entries: RuleEntry...) -> Field {
        Field(path, Validator(rules: entries))
    }

    @Test func aRuleThatDoesNotApplyNeedsNoContainer() throws {
        let manager = try ValidatorsManager.testing(
            Self.field("payload.zip", Self.entry(.size(5), when: "kind", .size(1, 1))),
            Self.field("payload.city", Self.entry(.size(5), when: "kind", .size(1, 1))),
            Self.field("payload.iban", Self.entry(.size(5), when: "kind", .size(3))))
        #expect(manager.validate(["kind": "ab", "payload": "text"]).summary == [])
        #expect(manager.validate(["payload": "text"]).summary == [])
        for (kind, path) in [("a", "payload.zip"), ("abc", "payload.iban")] {
            let found = manager.validate(["kind": .string(kind), "payload": "text"]).violations
            #expect(found.map(\.code) == ["path.object"])
            #expect(found.map(\.message) == ["must be an object because of the rules for \(path)"])
        }
    }

    @Test func oneUnconditionalRuleIsEnough() throws {
        let manager = try ValidatorsManager.testing(
            Self.field("a.b", Self.entry(.size(5), when: "kind"), Self.entry(.size(2))))
        #expect(manager.validate(["a": 1]).summary == ["/a path.object"])
    }

    @Test func conditionsAreThoseOfTheRecordAndOfTheElement() throws {
        let manager = try ValidatorsManager.testing(
            Self.field("orders[*].items[*].price", Self.entry(.atLeast(0), when: "paid")),
            Self.field("orders[*].to.zip", Self.entry(.size(5), when: "orders[*].sent")))
        let orders: Value = [
            ["items": "x", "to": "y", "sent": "yes"], ["items": 1, "to": 2],
        ]
        #expect(
            manager.validate(["orders": orders, "paid": "yes"]).summary == [
                "/orders/0/items path.array", "/orders/1/items path.array",
                "/orders/0/to path.object",
            ])
        #expect(manager.validate(["orders": orders]).summary == ["/orders/0/to path.object"])
        #expect(manager.validate(["orders": "x", "paid": "yes"]).summary == ["/orders path.array"])
    }

    @Test func whatIsInsideAWrongContainerIsAbsentForConditions() throws {
        let isAbsent = RuleExpression("any", [RuleArgument(.rule(.required))])
        let manager = try ValidatorsManager.testing(
            Self.field("a[*].x", Self.entry(.size(1), when: "a[*].kind", isAbsent)),
            Self.field("b.x", Self.entry(.size(1), when: "b.kind", isAbsent)))
        #expect(manager.validate(["a": "x", "b": "y"]).summary == [])
    }

    @Test func warningsAloneAreAWarning() throws {
        let manager = try ValidatorsManager.testing(
            Self.field("a.b", Self.entry(.size(1), severity: .warning)),
            Self.field("a.c", Self.entry(.size(2), when: "kind", severity: .error)))
        let mild = manager.validate(["a": 1])
        #expect(mild.summary == ["/a path.object"])
        #expect(mild.violations.map(\.severity) == [.warning])
        #expect(mild.isValid)
        let severe = manager.validate(["a": 1, "kind": "x"])
        #expect(severe.summary == ["/a path.object"])
        #expect(severe.violations.map(\.severity) == [.error])
        #expect(severe.violations.first?.message.hasSuffix("a.c") == true)
    }

    @Test func aConditionThatCannotBeDecidedIsAFault() throws {
        let manager = try ValidatorsManager.testing(
            Self.field("a.b", Self.entry(.size(1), when: "kind", .unsure)))
        #expect(manager.validate(["a": 1, "kind": 2]).summary == ["/a fault.matchLimit"])
    }

    // MARK: - Contradictions

    static let contradictions: [(fields: [Field], issue: String)] = [
        (
            [prices, Field("items.qty", .size(1))],
            """
            error[field.container] items.qty: the path says that 'items' is an object, and \
            'items[*].price' says that it is an array; write [*] after 'items' in both paths or in \
            neither, or give all rules of both fields a 'when'
            """
        ),
        (
            [Field("a.b.c", .size(1)), Field("a.b[2]", .size(1))],
            """
            error[field.container] a.b[2]: the path says that 'a.b' is an array, and 'a.b.c' says \
            that it is an object; write [*] after 'a.b' in both paths or in neither, or give all \
            rules of both fields a 'when'
            """
        ),
        (
            [Field("a.b"), field("a[*]", entry(.size(1), when: "kind"))],
            """
            error[field.container] a[*]: the path says that 'a' is an array, and 'a.b' says that it \
            is an object; write [*] after 'a' in both paths or in neither, or give all rules of \
            both fields a 'when'
            """
        ),
    ]

    @Test(arguments: contradictions.indices)
    func aValueIsNotAnObjectAndAnArray(index: Int) throws {
        let (fields, issue) = Self.contradictions[index]
        let registry = try RuleRegistry.testing()
        let error = #expect(throws: RuleSetError.self) {
            try ValidatorsManager(RuleSet(fields), registry: registry)
        }
        #expect(error?.description == issue)
    }

    @Test func recordsOfDifferentKindsMayHaveDifferentContainers() throws {
        let manager = try ValidatorsManager.testing(
            Self.field("p.x", Self.entry(.size(1), when: "kind", .size(1, 1))),
            Self.field("p[*]", Self.entry(.size(1), when: "kind", .size(2))))
        #expect(manager.validate(["kind": "o", "p": ["x": "y"]]).summary == [])
        #expect(manager.validate(["kind": "ar", "p": ["x"]]).summary == [])
        #expect(manager.validate(["kind": "o", "p": ["x"]]).summary == ["/p path.object"])
        #expect(manager.validate(["kind": "ar", "p": ["x": "y"]]).summary == ["/p path.array"])
    }

    /// Rules with conditions of their own, below as many containers as a path can have.
    @Test func rulesOfContainersAreLimited() throws {
        let path = FieldPath(segments: Array(repeating: .key("a"), count: 256))
        let entries = (0..<400).map { RuleEntry(.required, when: [Condition("b", .size($0))]) }
        let registry = try RuleRegistry.testing()
        let few = RuleSet(Field(path, Validator(rules: Array(entries.prefix(20)))))
        #expect(try ValidationPlan(few, registry: registry).rules.count == 20 * 256)
        let error = #expect(throws: RuleSetError.self) {
            try ValidationPlan(
                RuleSet(Field(path, Validator(rules: entries))), registry: registry)
        }
        #expect(
            error?.description == """
                error[ruleSet.tooManyRules] rules with conditions apply to the objects and arrays \
                of their paths more than 100000 times; split the rule set
                """)
    }

    /// Fields in objects of their own, each as deep as a path can be.
    @Test func pathsOfContainersAreLimited() throws {
        let fields = (0..<31).map { number in
            let keys = Array(repeating: FieldPath.Segment.key("b"), count: 255)
            return Field(FieldPath(segments: [.key("a\(number)")] + keys), .required)
        }
        let registry = try RuleRegistry.testing()
        let few = try ValidationPlan(RuleSet(Array(fields.dropLast())), registry: registry)
        #expect(few.rules.count == 30 * 256)
        let error = #expect(throws: RuleSetError.self) {
            try ValidationPlan(RuleSet(fields), registry: registry)
        }
        #expect(
            error?.description == """
                error[ruleSet.tooManyPlaces] the paths of the objects and arrays that fields with \
                rules are in have more than 1000000 steps together; split the rule set
                """)
    }

    // MARK: - Text

    @Test func textHasNoContainers() throws {
        let plan = try ValidationPlan(
            RuleSet(
                Field("a", .same("b.c")), Self.zip, Self.texts, Field("n", .integer),
                Self.field("d", Self.entry(.size(1), when: "e.f")), Field("g.h")),
            registry: .testing())
        let issues = plan.containerIssuesOfText()
        #expect(
            issues.map(\.description) == [
                """
                error[field.cell] a: the path 'b.c' leads into an object, and each value of a \
                record from text is a text; write '"b.c"' for a column with this name
                """,
                """
                error[field.cell] addr.zip: the path 'addr.zip' leads into an object, and each \
                value of a record from text is a text; write '"addr.zip"' for a column with this \
                name
                """,
                """
                error[field.cell] tags[*]: the path 'tags[*]' leads into an array, and each value \
                of a record from text is a text; write '"tags[*]"' for a column with this name
                """,
                """
                error[field.cell] d: the path 'e.f' leads into an object, and each value of a \
                record from text is a text; write '"e.f"' for a column with this name
                """,
            ])
        #expect(plan.containerIssuesOfText { $0.topLevelKey == "tags" }.count == 3)
        let record = ValidationRecord(text: [("addr", "12345")])
        let manager = try ValidatorsManager.testing(Self.zip)
        #expect(manager.validate(record).summary == ["/addr path.object"])
    }

    /// A form has one text where it could have several.
    @Test func aTextOfAFormIsTheOneElementOfAnArray() throws {
        let plan = try ValidationPlan(
            RuleSet(Self.texts, Field("first[0]", .size(3)), Field("second[1]", .required)),
            registry: .testing())
        let live = LiveRecord(plan, isText: true)
        for (text, expected) in [
            ("x", ["/tags/0 size.small", "/first/0 size.small"]), ("xxx", []),
        ] {
            let record = ValidationRecord(
                form: [("tags", text), ("first", text), ("second", text)])
            let columns = TestColumns(plan.fields, [record], isText: true)
            let session = ValidationSession(plan)
            let found = expected + ["/second/1 required.missing"]
            #expect(session.validate(columns.batch).reports().map(\.summary) == [found])
            #expect(session.validate(columns.batch, row: 0).report(row: 0).summary == found)
            withExtendedLifetime(columns) {}
            for (index, field) in plan.fields.enumerated() { live.set(record[field], field: index) }
            #expect(live.validate(Array(plan.pathsOfValidators.indices))?.summary == found)
        }
    }

    // MARK: - Every way to validate

    @Test func namesInReportsOfRules() throws {
        let plan = try ValidationPlan(RuleSet(Self.prices, Self.zip), registry: .testing())
        #expect(plan.keys == ["items[*].price", "addr.zip"])
        #expect(plan.paths.map(\.description) == plan.keys)
        #expect(
            plan.rules.map { "\($0.key) \($0.rule)" } == [
                "items[*].price atLeast", "addr.zip size", "items path", "items[*] path",
                "addr path",
            ])
        #expect(plan.plannedRules.map(\.isImplied) == [false, false, true, true, true])
        #expect(plan.plannedRules.last.map { "\($0.entry.expression)" } == "path(addr.zip)")
    }

    @Test func filtersKnowTheRule() throws {
        let plan = try ValidationPlan(RuleSet(Self.zip, Field("b", .size(3))), registry: .testing())
        let session = ValidationSession(plan)
        let columns = TestColumns(plan.fields, [["addr": 1, "b": "x"]])
        for (filter, expected) in [
            (CodeFilter(selected: ["path"]), ["/addr path.object"]),
            (CodeFilter(selected: ["path.array"]), []),
            (CodeFilter(ignored: ["path"]), ["/b size.small"]),
        ] {
            session.codeFilter = filter
            #expect(session.validate(columns.batch).reports().map(\.summary) == [expected])
        }
        withExtendedLifetime(columns) {}
    }

    @Test func aFieldAloneHasItsContainers() throws {
        let manager = try ValidatorsManager.testing(Self.zip, Self.prices, Field("b", .size(3)))
        let record: ValidationRecord = ["addr": 1, "items": 2, "b": "x"]
        #expect(try manager.validate(record, fields: ["addr.zip"]).summary == ["/addr path.object"])
        #expect(try manager.validate(record, fields: ["b"]).summary == ["/b size.small"])
    }

    @Test func statisticsCountContainers() throws {
        let plan = try ValidationPlan(RuleSet(Self.zip), registry: .testing())
        let session = ValidationSession(plan)
        session.statistics = RuleStatistics(plan)
        let columns = TestColumns(plan.fields, [["addr": 1], ["addr": [:]], [:], ["addr": nil]])
        session.validate(columns.batch)
        withExtendedLifetime(columns) {}
        let counts = try #require(session.statistics?.rules.last)
        #expect([counts.passed, counts.failed, counts.undecided, counts.skipped] == [1, 1, 0, 2])
    }

    /// A deadline leaves rules undecided, and no container unseen.
    @Test func theEndOfTheTimeLeavesNoContainerOut() throws {
        let plan = try ValidationPlan(
            RuleSet(
                Self.texts, Self.field("a.b", Self.entry(.size(1), when: "kind")),
                Field("o.x", .size(1))),
            registry: .testing())
        let columns = TestColumns(plan.fields, [["tags": "x", "a": 1, "kind": "k", "o": [:]]])
        let session = ValidationSession(plan)
        session.limits = ExecutionLimits(timeout: .seconds(-1))
        let expected = ["/tags path.array", "/a fault.deadline"]
        #expect(session.validate(columns.batch).reports().map(\.summary) == [expected])
        #expect(session.validate(columns.batch, row: 0).report(row: 0).summary == expected)
        withExtendedLifetime(columns) {}
    }

    @Test func aTraceShowsContainersThatAreWrong() throws {
        let plan = try ValidationPlan(RuleSet(Self.zip), registry: .testing())
        let session = ValidationSession(plan)
        let wrong = session.trace(["addr": 1])
        #expect(
            wrong.rules.map { "\($0.field) \($0.rule.expression) \($0.outcome)" } == [
                "addr.zip size(5...) skipped(AssayCore.TracedRule.SkipReason.absent)",
                "addr path(addr.zip) failed",
            ])
        let right = session.trace(["addr": [:]])
        #expect(right.rules.map(\.field) == ["addr.zip"])
    }

    /// Asynchronous rules alone, and spaces too wide for all columns at once.
    @Test func noWayOfReadingLeavesContainersOut() throws {
        let far = try ValidationPlan(RuleSet(Field("a[*].b", .far)), registry: .testing())
        let columns = TestColumns(far.fields, [["a": "x"], ["a": [1]], ["a": [["b": 1]]]])
        let session = ValidationSession(far)
        let reports = session.validate(columns.batch).reports().map(\.summary)
        withExtendedLifetime(columns) {}
        #expect(reports == [["/a path.array"], ["/a/0 path.object"], ["/a/0/b far.kind"]])

        let wide = try ValidationPlan(
            RuleSet(Field("a[*].b.c", .size(1)), Field("a[*].d", .size(1))), registry: .testing())
        let narrow = ValidationSession(wide)
        narrow.maximumSpaceBytes = 0
        let records = TestColumns(wide.fields, [["a": [["b": 5], 6, ["d": "x"]]]])
        #expect(
            narrow.validate(records.batch).reports().map(\.summary) == [
                ["/a/1 path.object", "/a/0/b path.object"]
            ])
        withExtendedLifetime(records) {}
    }

    // MARK: - Random rule sets

    private static let paths: [FieldPath] = [
        "a.b", "a.c.d", "l[*]", "l2[*].x", "l2[*].y.z", "m[*][*]", "a.c.e[*].f", "o[1].p",
    ]

    private static func value(_ random: inout SeededNumbers, depth: Int) -> Value {
        let keys = ["a", "b", "c", "d", "e", "f", "x", "y", "z", "p"]
        switch Int.random(in: 0..<(depth > 0 ? 9 : 5), using: &random) {
        case 0: return .null
        case 1: return .absent
        case 2: return "text"
        case 3: return 7
        case 4: return ""
        case 5, 6:
            return .array(
                (0..<Int.random(in: 0...3, using: &random)).map { _ in
                    let element = value(&random, depth: depth - 1)
                    return element == .absent ? .null : element
                })
        default:
            return .object(
                Value.Object(
                    keys.compactMap { key in
                        let member = value(&random, depth: depth - 1)
                        return member == .absent || Bool.random(using: &random)
                            ? nil : (key, member)
                    }))
        }
    }

    /// The pointers of the containers of a path that are of a wrong kind, found by walking the value.
    private static func wrongContainers(
        _ path: ArraySlice<FieldPath.Segment>, of value: Value, at pointer: String
    ) -> Set<String> {
        guard let segment = path.first else { return [] }
        let rest = path.dropFirst()
        switch (segment, value) {
        case (_, .absent), (_, .null): return []
        case (.key(let key), .object(let object)):
            return wrongContainers(rest, of: object[key] ?? .absent, at: "\(pointer)/\(key)")
        case (.index(let index), .array(let elements)):
            guard elements.indices.contains(index) else { return [] }
            return wrongContainers(rest, of: elements[index], at: "\(pointer)/\(index)")
        case (.allElements, .array(let elements)):
            return elements.enumerated().reduce(into: []) {
                $0.formUnion(wrongContainers(rest, of: $1.element, at: "\(pointer)/\($1.offset)"))
            }
        default: return [pointer]
        }
    }

    /// Batches of any size, single records and forms find the containers that a walk finds, and
    /// nothing else about others.
    @Test func everyWayFindsTheContainersThatAWalkFinds() throws {
        var random = SeededNumbers(seed: 5)
        var found = 0
        for _ in 0..<150 {
            let chosen = Self.paths.shuffled(using: &random).prefix(
                Int.random(in: 1...4, using: &random))
            var fields = chosen.map { Field($0, .size(1)) }
            if Bool.random(using: &random) { fields.append(Field("l", .fewItems(2))) }
            let plan = try ValidationPlan(RuleSet(fields), registry: .testing())
            let records = (0..<40).map { _ in
                ValidationRecord(
                    Value.Object(
                        ["a", "l", "l2", "m", "o"].compactMap { key in
                            let value = Self.value(&random, depth: 4)
                            return value == .absent ? nil : (key, value)
                        }))
            }
            let columns = TestColumns(plan.fields, records)
            let session = ValidationSession(plan)
            let together = session.validate(columns.batch).reports()
            for (row, record) in records.enumerated() {
                let report = together[row]
                let alone = session.validate(columns.batch, row: row).report(row: row)
                #expect(alone.summary == report.summary)
                let live = LiveRecord(plan, isText: false)
                for (index, field) in plan.fields.enumerated() {
                    live.set(record[field], field: index)
                }
                let form = live.validate(Array(plan.pathsOfValidators.indices))
                #expect(form?.summary ?? [] == report.summary)
                #expect(live.isPassing() == report.isValid)
                var expected = chosen.reduce(into: Set<String>()) {
                    $0.formUnion(
                        Self.wrongContainers($1.segments[...], of: .object(record.fields), at: ""))
                }
                for violation in report.violations where violation.rule == "fewItems" {
                    expected.remove(violation.pointer)
                }
                let pointers = report.violations.filter { $0.rule == "path" }.map(\.pointer)
                #expect(pointers.count == Set(pointers).count)
                #expect(Set(pointers) == expected, "\(record) \(chosen)")
                found += pointers.count
            }
            withExtendedLifetime(columns) {}
        }
        #expect(found > 1000)
    }
}
