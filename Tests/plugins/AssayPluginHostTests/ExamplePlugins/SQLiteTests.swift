// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI
import AssayPluginHost
import AssayRuleSets
import Glibc
import Testing

/// `Plugins/SQLite`: values against a table of a database.
@Suite(
    .enabled(
        if: ExampleFolder.sqlite.isBuildable, "SKIPPED: `make -C Plugins/SQLite check` says why"))
struct SQLiteTests {
    private let workshop: Workshop
    private let plugin: String
    private let file: String
    private let database: SQLiteDatabase

    init() throws {
        workshop = try Workshop()
        plugin = try ExampleFolder.sqlite.path()
        file = workshop.path("shop #1?.db")
        database = try SQLiteDatabase(file)
        try database.run(
            """
            CREATE TABLE countries(code TEXT PRIMARY KEY, name TEXT COLLATE NOCASE, area INTEGER,
                share REAL, any BLOB);
            INSERT INTO countries VALUES('DE', 'Germany', 357592, 0.5, 7);
            INSERT INTO countries VALUES('', 'a' || char(0) || 'b', 1, 1e19, '7');
            INSERT INTO countries VALUES(NULL, NULL, NULL, NULL, NULL);
            CREATE TABLE "odd ""name"" ;--"("a""b" TEXT);
            INSERT INTO "odd ""name"" ;--" VALUES('x');
            CREATE VIEW endless(number) AS
                WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)
                SELECT count(*) FROM n;
            """)
    }

    private func expectError(
        _ text: String, _ configuration: Value, location: SourceLocation = #_sourceLocation
    ) throws {
        try AssayPluginHostTests.expectError(
            of: plugin, at: .initialize,
            "found ASSAY_E_CONFIG (\(text)), expected ASSAY_OK from the plugin's init; "
                + "correct the plugin's configuration or its environment",
            configuration: configuration, location: location)
    }

    private func registry(_ settings: [(key: String, value: Value)] = []) throws -> RuleRegistry {
        let registry = RuleRegistry()
        let configuration = Value.object(
            Value.Object([(key: "file", value: .string(file))] + settings))
        try PluginHost().load(path: plugin, configuration: configuration, into: registry)
        return registry
    }

    // MARK: - Settings

    @Test func wrongSettingsAreRejected() throws {
        let declared =
            "expected 'file' (a string, required), 'immutable' (true or false), "
            + "'busyMilliseconds' (an integer from 0 to 60000); correct the plugin's configuration"
        try AssayPluginHostTests.expectError(
            of: plugin, at: .configure, "found no 'file', \(declared)")
        try AssayPluginHostTests.expectError(
            of: plugin, at: .configure, "found 60001 for 'busyMilliseconds', \(declared)",
            configuration: ["file": .string(file), "busyMilliseconds": 60001])
    }

    @Test func fileThatIsNoDatabaseIsRejected() throws {
        let none = workshop.path("none")
        try expectError(
            "file '\(none)' cannot be opened: No such file or directory", ["file": .string(none)])
        try expectError(
            "file ':memory:' cannot be opened: No such file or directory", ["file": ":memory:"])
        try expectError(
            "file '\(workshop.directory)' is not a regular file",
            ["file": .string(workshop.directory)])
        mkfifo(workshop.path("pipe"), 0o600)
        try expectError(
            "file '\(workshop.path("pipe"))' is not a regular file",
            ["file": .string(workshop.path("pipe"))])
        let text = try workshop.write(Array(String(repeating: "text ", count: 200).utf8), to: "t")
        try expectError(
            "file '\(text)' cannot be used: file is not a database", ["file": .string(text)])
    }

    @Test func pathThatIsNoPathIsRejected() throws {
        try expectError("file: expected a path of 1 to 4095 bytes", ["file": ""])
        try expectError(
            "file: expected a path of 1 to 4095 bytes",
            ["file": .string(String(repeating: "a", count: 4096))])
        try expectError("file: the path has a NUL", ["file": "a\0b"])
    }

    // MARK: - Arguments

    @Test(
        arguments: [
            ("\"cities\", \"code\"", "no such table: main.cities"),
            ("\"countries\", \"kode\"", "no such column: countries.kode"),
            ("\"countries\", \"code\\\" OR 1 --\"", "no such column: countries.code\" OR 1 --"),
            (
                "\"x\\\"; DROP TABLE countries; --\", \"code\"",
                "no such table: main.x\"; DROP TABLE countries; --"
            ),
            (
                "\"\", \"code\"",
                "expected names of 1 to 1000 bytes without NUL for table and column"
            ),
            (
                "\"countries\", \"\"",
                "expected names of 1 to 1000 bytes without NUL for table and column"
            ),
            (
                "\"countries\", \"code\\u0000\"",
                "expected names of 1 to 1000 bytes without NUL for table and column"
            ),
        ])
    func namesThatDoNotExistAreRejected(arguments: String, text: String) throws {
        let registry = try registry()
        for rule in ["sqlite.exists", "sqlite.absent"] {
            let error = #expect(throws: RuleError.self) {
                try registry.bind(RuleExpressionParser.parseOne("\(rule)(\(arguments))"))
            }
            #expect(error?.message == "\(rule): \(text)")
        }
    }

    // MARK: - Values

    /// A column, a value, and whether the column has it.
    private static let lookups: [(column: String, value: Value, exists: Bool)] = [
        ("code", "FR", false), ("code", "de", false), ("code", "DE ", false), ("code", "DE", true),
        ("code", "", true), ("code", "DE' OR 1=1 --", false), ("code", "?1", false),
        ("code", 5, false), ("CODE", "DE", true), ("rowid", 2, true), ("rowid", 4, false),
        ("name", "GERMANY", true), ("name", "a", false), ("name", "a\0b", true),
        ("area", 357_592, true), ("area", "357592", true), ("area", "357592 km", false),
        ("area", 357592.0, true), ("area", 357592.5, false), ("area", true, true),
        ("area", false, false), ("share", 0.5, true), ("share", "0.5", true),
        ("share", .unsignedInteger(10_000_000_000_000_000_000), true),
        ("any", 7, true), ("any", "7", true), ("any", "7.0", false), ("any", 8, false),
    ]

    @Test func valuesAreLookedUp() throws {
        let registry = try registry()
        for (column, value, exists) in Self.lookups {
            let arguments = "(\"countries\", \"\(column)\")"
            let record: ValidationRecord = ["field": value]
            let missing =
                "sqlite.exists.missing at /field: must be one of the values of countries.\(column)"
            let present =
                "sqlite.absent.present at /field: must not be one of the values of "
                + "countries.\(column)"
            #expect(
                try findings(of: "sqlite.exists\(arguments)", in: registry, [record])
                    == [exists ? [] : [missing]], "\(column) \(value)")
            #expect(
                try findings(of: "sqlite.absent\(arguments)", in: registry, [record])
                    == [exists ? [present] : []], "\(column) \(value)")
        }
    }

    @Test func valuesThatNoTableHasAreNotLookedUp() throws {
        let registry = try registry()
        let rule = "sqlite.exists(\"countries\", \"code\")"
        #expect(
            try findings(
                of: rule, in: registry,
                [
                    ["field": .null], ["field": .absent], ["field": ["DE"]],
                    ["field": .decimal("1e999")],
                ])
                == [
                    [], [],
                    ["sqlite.exists.kind at /field: must be a boolean, a number or a string"],
                    [
                        "fault.pluginError at /field: could not be checked by sqlite.exists: "
                            + "the plugin reported an error: SQLite has no number of this size"
                    ],
                ])
    }

    @Test func oddNamesAreQuoted() throws {
        let rule = RuleExpression(
            "sqlite.exists",
            [RuleArgument(.value("odd \"name\" ;--")), RuleArgument(.value("a\"b"))])
        #expect(
            try failures(of: rule, in: try registry(), ["x", "y"])
                == [[], ["sqlite.exists.missing"]])
    }

    @Test func batchIsAnsweredRowByRow() throws {
        let values = (0..<3000).map { Value.integer($0 % 3 == 0 ? 357_592 : Int64($0)) }
        let rule = try RuleExpressionParser.parseOne("sqlite.exists(\"countries\", \"area\")")
        let found = try failures(of: rule, in: try registry(), values)
        #expect(
            found.indices.filter { found[$0].isEmpty }
                == (0..<3000).filter { $0 % 3 == 0 || $0 == 1 })
    }

    @Test func changesAreSeenAndNothingStaysLocked() throws {
        let registry = try registry([(key: "busyMilliseconds", value: 0)])
        let rule = try RuleExpressionParser.parseOne("sqlite.exists(\"countries\", \"code\")")
        let manager = try ValidatorsManager(registry: registry)
        try manager.addValidator(for: "field", Validator(rule))
        #expect(!manager.validate(["field": "FR"] as ValidationRecord).isValid)
        try database.run("INSERT INTO countries(code) VALUES('FR')")
        #expect(manager.validate(["field": "FR"] as ValidationRecord).isValid)
        try database.run("DROP TABLE countries")
        #expect(
            manager.validate(["field": "FR"] as ValidationRecord).faults.map(\.message) == [
                "could not be checked by sqlite.exists: the plugin reported an error: "
                    + "no such table: main.countries"
            ])
    }

    @Test func databaseThatStaysLockedDecidesNothing() throws {
        let registry = try registry([(key: "busyMilliseconds", value: 3)])
        let rule = try RuleExpressionParser.parseOne("sqlite.exists(\"countries\", \"code\")")
        let manager = try ValidatorsManager(registry: registry)
        try manager.addValidator(for: "field", Validator(rule))
        try database.run("BEGIN EXCLUSIVE")
        #expect(
            manager.validate(["field": "DE"] as ValidationRecord).faults.map(\.message) == [
                "could not be checked by sqlite.exists: the plugin reported an error: "
                    + "database is locked"
            ])
        try expectError(
            "file '\(file)' cannot be used: database is locked",
            ["file": .string(file), "busyMilliseconds": 3])
        try database.run("COMMIT")
        #expect(manager.validate(["field": "DE"] as ValidationRecord).isValid)
    }

    @Test func immutableDatabaseIsReadWithoutLocks() throws {
        try database.run("BEGIN EXCLUSIVE")
        let registry = try registry([(key: "immutable", value: true)])
        let rule = try RuleExpressionParser.parseOne("sqlite.exists(\"countries\", \"code\")")
        #expect(
            try failures(of: rule, in: registry, ["DE", "FR"]) == [[], ["sqlite.exists.missing"]])
    }

    @Test func threadsLookUpAtOnce() async throws {
        let manager = try ValidatorsManager(registry: try registry())
        try manager.addValidator(
            for: "field",
            Validator(try RuleExpressionParser.parseOne("sqlite.exists(\"countries\", \"code\")")))
        let records: [ValidationRecord] = (0..<200).map { ["field": $0 % 2 == 0 ? "DE" : "FR"] }
        await withTaskGroup(of: [Bool].self) { group in
            for _ in 0..<8 {
                group.addTask { manager.validate(records).map(\.isValid) }
            }
            for await found in group { #expect(found == (0..<200).map { $0 % 2 == 0 }) }
        }
    }

    // MARK: - Deadline and cancel

    private func evaluate(
        _ table: String, _ column: String, _ values: [String], deadline: UInt64 = 0,
        isCancelled: Bool? = nil, whenMade: () throws -> Void = {}
    ) throws -> DirectPlugin.Outcome {
        try DirectPlugin(path: plugin, settings: [.text(file), .bool(false), .integer(60000)])
            .evaluate(
                rule: 0, [.text(table), .text(column)], values.map { .text($0) },
                deadline: deadline, isCancelled: isCancelled, whenMade: whenMade)
    }

    private func now() -> UInt64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
    }

    @Test func cancelledCallDecidesNoRow() throws {
        #expect(
            try evaluate("countries", "code", ["DE", "FR"], isCancelled: true)
                == .init(
                    rc: ASSAY_E_CANCELLED, statuses: [ASSAY_UNSET, ASSAY_UNSET],
                    message: "the call was cancelled"))
        #expect(
            try evaluate("countries", "code", ["DE", "FR"], isCancelled: false)
                == .init(rc: ASSAY_OK, statuses: [ASSAY_PASS, ASSAY_FAIL], message: ""))
    }

    @Test func deadlineThatHasPassedLeavesRowsUndecided() throws {
        #expect(
            try evaluate("countries", "code", ["DE", "FR"], deadline: 1)
                == .init(
                    rc: ASSAY_OK, statuses: [ASSAY_UNDECIDED, ASSAY_UNDECIDED],
                    message: "row 1: the deadline passed"))
        #expect(
            try evaluate("countries", "code", ["DE", "FR"], deadline: .max)
                == .init(rc: ASSAY_OK, statuses: [ASSAY_PASS, ASSAY_FAIL], message: ""))
    }

    /// The view has no end: only the deadline ends the lookup, whenever it is.
    @Test func lookupEndsAtTheDeadline() throws {
        #expect(
            try evaluate("endless", "number", ["1"], deadline: now() + 20_000_000)
                == .init(
                    rc: ASSAY_OK, statuses: [ASSAY_UNDECIDED],
                    message: "row 0: the deadline passed"))
    }

    /// The lock, for which the plugin would wait a minute, does not end.
    @Test func waitingForALockEndsAtTheDeadline() throws {
        #expect(
            try evaluate("countries", "code", ["DE"], deadline: now() + 300_000_000) {
                try database.run("BEGIN EXCLUSIVE")
            }
                == .init(
                    rc: ASSAY_OK, statuses: [ASSAY_UNDECIDED],
                    message: "row 0: the deadline passed"))
    }

    @Test func declaredExamplesHoldForADatabaseWithATable() throws {
        try expectExamplesToHold(try registry())
    }

    @Test func messagesAreTranslated() throws {
        let codes = try registry().allDefinitions.flatMap(\.codes)
        #expect(
            codes.map { $0.translations["de"] } == [
                "darf keiner der Werte von {table}.{column} sein",
                "muss einer der Werte von {table}.{column} sein",
            ])
    }
}
