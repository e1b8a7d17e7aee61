// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI
import Testing

/// The C contract from the host's side: what a table may not hold, and what `evaluate` may not do.
@Suite struct TableRuleTests {
    /// One rule in C's form; its memory is never freed, like a plugin's.
    static func rule(
        _ id: String = "test", codes: Int = 1,
        evaluate:
            @escaping @convention(c) (
                UnsafeRawPointer?, UnsafePointer<assay_call>?, UnsafePointer<assay_batch>?,
                UnsafeMutablePointer<assay_verdict>?
            ) -> assay_rc
    ) -> UnsafeMutablePointer<assay_rule> {
        let rule = UnsafeMutablePointer<assay_rule>.allocate(capacity: 1)
        rule.initialize(to: assay_rule())
        rule.pointee.struct_size = UInt32(MemoryLayout<assay_rule>.size)
        rule.pointee.id = text(id)
        rule.pointee.summary = text("A rule")
        rule.pointee.evaluate = evaluate
        let names = UnsafeMutablePointer<assay_str>.allocate(capacity: 1)
        names.initialize(to: text("seen"))
        let list = UnsafeMutablePointer<UnsafePointer<assay_code>?>.allocate(
            capacity: max(1, codes))
        for index in 0..<codes {
            let code = UnsafeMutablePointer<assay_code>.allocate(capacity: 1)
            code.initialize(
                to: assay_code(
                    struct_size: UInt32(MemoryLayout<assay_code>.size), argument_count: 1,
                    id: text("\(id).code\(index)"), message: text("saw {seen}"),
                    argument_names: names, translation_count: 0, reserved: 0, translations: nil,
                    deprecation: assay_str()))
            list[index] = UnsafePointer(code)
        }
        rule.pointee.code_count = UInt32(codes)
        rule.pointee.codes = UnsafePointer(list)
        return rule
    }

    static func text(_ text: String) -> assay_str {
        let bytes = Array(text.utf8)
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, bytes.count))
        memory.initialize(from: bytes, count: bytes.count)
        return assay_str(ptr: memory, len: UInt64(bytes.count))
    }

    static func plugin(
        _ rules: [UnsafeMutablePointer<assay_rule>?], id: String = ""
    ) -> UnsafeMutablePointer<assay_plugin> {
        let list = UnsafeMutablePointer<UnsafePointer<assay_rule>?>.allocate(
            capacity: max(1, rules.count))
        for (index, rule) in rules.enumerated() { list[index] = rule.map { UnsafePointer($0) } }
        let plugin = UnsafeMutablePointer<assay_plugin>.allocate(capacity: 1)
        plugin.initialize(to: assay_plugin())
        plugin.pointee.magic = ASSAY_MAGIC
        plugin.pointee.struct_size = UInt32(MemoryLayout<assay_plugin>.size)
        plugin.pointee.rule_count = UInt32(rules.count)
        plugin.pointee.id = text(id)
        plugin.pointee.version = text("1.0.0")
        plugin.pointee.rules = UnsafePointer(list)
        return plugin
    }

    private func report(
        _ rule: UnsafeMutablePointer<assay_rule>, _ record: ValidationRecord = ["a": 1, "b": 2]
    ) throws -> ValidationReport {
        let registry = RuleRegistry()
        try registry.register(Self.plugin([rule]), from: .c)
        let manager = try ValidatorsManager(
            RuleSet(Field("a", RuleExpression("test")), Field("b", RuleExpression("test"))),
            registry: registry)
        return manager.validate(record)
    }

    @Test func aRowThatIsForgottenIsAFaultNeverAPass() throws {
        let report = try report(Self.rule { _, _, _, _ in ASSAY_OK })
        #expect(report.summary == ["/a fault.unsetVerdict", "/b fault.unsetVerdict"])
        #expect(!report.isValid)
    }

    @Test func aVerdictThatDoesNotExistIsAFault() throws {
        let report = try report(
            Self.rule { _, _, _, out in
                out?.pointee.status = 77
                return ASSAY_OK
            })
        #expect(report.summary == ["/a fault.invalidVerdict", "/b fault.invalidVerdict"])
    }

    @Test func aCodeThatIsNotDeclaredIsAFault() throws {
        let report = try report(
            Self.rule { _, _, _, out in
                out?.pointee.status = ASSAY_FAIL
                out?.pointee.code = 1
                return ASSAY_OK
            })
        #expect(report.summary == ["/a fault.invalidVerdict", "/b fault.invalidVerdict"])
    }

    @Test func anErrorOfTheWholeCallMakesEveryRowUndecidedWithItsWords() throws {
        let report = try report(
            Self.rule { _, call, _, out in
                out?.pointee.status = ASSAY_PASS
                call?.pointee.error(call, ASSAY_E_INTERNAL, TableRuleTests.text("out of cheese"))
                return ASSAY_E_INTERNAL
            })
        #expect(
            report.faults.map(\.message) == [
                "could not be checked by test: the plugin reported an error: out of cheese",
                "could not be checked by test: the plugin reported an error: out of cheese",
            ])
    }

    @Test func argumentsOfAFailureReachTheMessage() throws {
        let report = try report(
            Self.rule { _, call, batch, out in
                guard let column = batch?.pointee.columns?[0] else { return ASSAY_E_PARAM }
                out?.pointee.status = ASSAY_FAIL
                let isRejected =
                    call?.pointee.args(call, 99, assay_str(), column, 1) == ASSAY_E_PARAM
                guard isRejected else { return ASSAY_E_INTERNAL }
                return call?.pointee.args(call, 0, TableRuleTests.text("/x"), column, 1) ?? ASSAY_OK
            })
        #expect(report.violations.map(\.message) == ["saw 1", "saw 2"])
        #expect(report.violations.map(\.pointer) == ["/a/x", "/b/x"])
    }

    /// A text that is not a JSON number would be written into reports as it is.
    @Test(arguments: ["1,5", "", "+1", "01", "1.", ".5", "NaN", "1 ", "1}", "1\", \"code\": \"x"])
    func numbersThatAreNoJSONAreRejected(text: String) throws {
        let words = Self.text(text)
        var decimal = assay_value()
        decimal.kind = ASSAY_DECIMAL
        decimal.as.ptr = words.ptr
        decimal.len = words.len
        var double = assay_value()
        double.kind = ASSAY_F64
        double.flags = ASSAY_FLAG_SOURCE_TEXT | UInt32(words.len) << ASSAY_SOURCE_TEXT_SHIFT
        double.as.f64 = 1.5
        double.len = UInt64(UInt(bitPattern: words.ptr))
        for number in [decimal, double] {
            var check = ArgumentCheck()
            #expect(check.rejection(of: number) == .number(text))
        }
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan])
    func numbersThatAreNotFiniteAreRejected(number: Double) {
        var value = assay_value()
        value.kind = ASSAY_F64
        value.as.f64 = number
        var check = ArgumentCheck()
        #expect(check.rejection(of: value) == .notFinite)
    }

    @Test(arguments: ["0", "-0", "1.50", "-12e+400", "1E9"])
    func JSONNumbersAreAccepted(text: String) {
        let words = Self.text(text)
        var decimal = assay_value()
        decimal.kind = ASSAY_DECIMAL
        decimal.as.ptr = words.ptr
        decimal.len = words.len
        var check = ArgumentCheck()
        #expect(check.rejection(of: decimal) == nil)
    }

    /// The finding stays where it is, without the arguments.
    @Test func argumentsWithAForgedNumberAreIgnored() throws {
        let report = try report(
            Self.rule { _, call, _, out in
                let words = TableRuleTests.text("1,5")
                var number = assay_value()
                number.kind = ASSAY_DECIMAL
                number.as.ptr = words.ptr
                number.len = words.len
                out?.pointee.status = ASSAY_FAIL
                let result = call?.pointee.args(call, 0, TableRuleTests.text("/x"), &number, 1)
                return result == ASSAY_E_PARAM ? ASSAY_OK : ASSAY_E_INTERNAL
            }, ["a": 1])
        #expect(report.violations.map(\.pointer) == ["/a"])
        #expect(report.violations.map(\.parameters.isEmpty) == [true])
    }

    @Test(arguments: [
        ("", ""), ("/", "/"), ("/x", "/x"), ("/a~0b~1c/0", "/a~0b~1c/0"),
        ("a", nil), ("#/a", nil), ("a/b", nil), ("/~", nil), ("/~2", nil), ("/a~", nil), ("~", nil),
        (String(repeating: "/x", count: 2048), String(repeating: "/x", count: 2048)),
        (String(repeating: "/x", count: 2049), nil),
    ])
    func pathsAreJSONPointers(text: String, pointer: String?) {
        #expect(Self.text(text).pointer == pointer)
    }

    @Test func pathThatIsNotUTF8IsNoPointer() {
        let bytes: [UInt8] = [UInt8(ascii: "/"), 0xFF]
        bytes.withUnsafeBufferPointer {
            #expect(assay_str(ptr: $0.baseAddress, len: 2).pointer == nil)
        }
    }

    /// A finding must not be at another field.
    @Test func argumentsAtAPlaceThatIsNoneAreIgnored() throws {
        let report = try report(
            Self.rule { _, call, batch, out in
                guard let column = batch?.pointee.columns?[0] else { return ASSAY_E_PARAM }
                out?.pointee.status = ASSAY_FAIL
                let result = call?.pointee.args(call, 0, TableRuleTests.text("b"), column, 1)
                return result == ASSAY_E_PARAM ? ASSAY_OK : ASSAY_E_INTERNAL
            }, ["a": 1])
        #expect(report.violations.map(\.pointer) == ["/a"])
    }

    /// The faults of three records under a rule.
    private func faults(
        _ rule: UnsafeMutablePointer<assay_rule>
    ) throws -> [String] {
        let registry = RuleRegistry()
        try registry.register(Self.plugin([rule]), from: .c)
        let manager = try ValidatorsManager(registry: registry)
        try manager.addValidator(for: "a", Validator(RuleExpression("test")))
        return manager.validate((1...3).map { ["a": .integer($0)] }).map { report in
            report.faults.first?.message ?? "no fault"
        }
    }

    private static let prefix = "could not be checked by test: the plugin reported an error"

    @Test func reasonsAreThoseOfTheirRows() throws {
        let faults = try faults(
            Self.rule { _, call, batch, out in
                guard let call, let batch, let out else { return ASSAY_E_PARAM }
                let count = batch.pointee.count
                let say = { (row: UInt32, text: String) in
                    call.pointee.error_at(call, row, ASSAY_E_INTERNAL, TableRuleTests.text(text))
                }
                guard say(count, "no row") == ASSAY_E_PARAM, say(.max, "no row") == ASSAY_E_PARAM
                else { return ASSAY_E_INTERNAL }
                call.pointee.error(call, ASSAY_E_INTERNAL, TableRuleTests.text("the others"))
                for row in 0..<count {
                    out[Int(row)].status = ASSAY_UNDECIDED
                    guard row != 1 else { continue }
                    _ = say(row, "an earlier reason")
                    _ = say(row, "row \(row)")
                }
                return ASSAY_OK
            })
        #expect(
            faults == [
                Self.prefix + ": row 0", Self.prefix + ": the others", Self.prefix + ": row 2",
            ])
    }

    /// A plugin of version 1.1 says them one after the other.
    @Test func reasonsWithoutRowsAreShownAtNone() throws {
        let faults = try faults(
            Self.rule { _, call, batch, out in
                guard let call, let batch, let out else { return ASSAY_E_PARAM }
                for row in 0..<Int(batch.pointee.count) {
                    out[row].status = ASSAY_UNDECIDED
                    call.pointee.error(call, ASSAY_E_INTERNAL, TableRuleTests.text("row \(row)"))
                }
                return ASSAY_OK
            })
        let words =
            ": it gave several reasons in one call, and did not say which records they are about"
        #expect(faults == Array(repeating: Self.prefix + words, count: 3))
    }

    @Test func reasonsOfACallDoNotReachTheNext() throws {
        let registry = RuleRegistry()
        try registry.register(
            Self.plugin([
                Self.rule { _, call, batch, out in
                    guard let call, let batch, let out else { return ASSAY_E_PARAM }
                    out.pointee.status = ASSAY_UNDECIDED
                    if batch.pointee.columns?[0]?.pointee.as.i64 == 1 {
                        _ = call.pointee.error_at(
                            call, 0, ASSAY_E_INTERNAL, TableRuleTests.text("first"))
                    }
                    return ASSAY_OK
                }
            ]), from: .c)
        let manager = try ValidatorsManager(registry: registry)
        try manager.addValidator(for: "a", Validator(RuleExpression("test")))
        let faults = [1, 2].map { manager.validate(["a": .integer($0)]).faults.map(\.message) }
        #expect(faults == [[Self.prefix + ": first"], [Self.prefix]])
    }

    @Test func scratchMemoryIsAlignedAndLimited() throws {
        let report = try report(
            Self.rule { _, call, _, out in
                let small = call?.pointee.scratch(call, 100)
                let huge = call?.pointee.scratch(call, UInt64(1) << 40)
                let isGood = small.map { Int(bitPattern: $0) % 16 == 0 } == true && huge == nil
                out?.pointee.status = isGood ? ASSAY_PASS : ASSAY_FAIL
                return ASSAY_OK
            })
        #expect(report.isValid)
    }

    /// Also where a call takes no bytes after the last one.
    @Test func scratchMemoryThatIsTakenStaysTaken() throws {
        let report = try report(
            Self.rule { _, call, _, out in
                let all = call?.pointee.scratch(call, 64 << 20)
                let none = (0..<3).allSatisfy { _ in call?.pointee.scratch(call, 0) == nil }
                let isGood = all != nil && none && call?.pointee.scratch(call, 1) == nil
                out?.pointee.status = isGood ? ASSAY_PASS : ASSAY_FAIL
                return ASSAY_OK
            })
        #expect(report.isValid)
    }

    private func rejection(of plugin: UnsafeMutablePointer<assay_plugin>) -> String? {
        do {
            try RuleRegistry().register(plugin, from: .c)
            return nil
        } catch {
            return "\(error)"
        }
    }

    private static func good() -> UnsafeMutablePointer<assay_rule> {
        rule { _, _, _, _ in ASSAY_OK }
    }

    @Test func tablesThatBreakTheContractSayWhere() {
        let noEvaluate = Self.good()
        noEvaluate.pointee.evaluate = nil
        #expect(
            rejection(of: Self.plugin([noEvaluate]))
                == "rule 0 'test': evaluate: found NULL, expected a pointer")
        let small = Self.good()
        small.pointee.struct_size = 8
        #expect(
            rejection(of: Self.plugin([Self.rule("ok") { _, _, _, _ in ASSAY_OK }, small]))
                == "rule 1: found struct_size 8, expected at least 104, "
                + "the size of assay_rule in version 1.0")
        #expect(rejection(of: Self.plugin([nil])) == "rule 0: found NULL, expected a pointer")
        #expect(rejection(of: Self.plugin([])) == "rule_count: found 0, expected 1 to 4096")
        let badID = Self.good()
        badID.pointee.id = Self.text("No.Dots")
        #expect(
            rejection(of: Self.plugin([badID]))
                == "rule 0: id: found 'No.Dots', expected letters and digits that start with a "
                + "lower-case letter")
        let noText = Self.good()
        noText.pointee.summary = assay_str(ptr: nil, len: 5)
        #expect(
            rejection(of: Self.plugin([noText]))
                == "rule 0 'test': summary: found NULL, expected a pointer")
        let manyCodes = Self.good()
        manyCodes.pointee.code_count = .max
        #expect(
            rejection(of: Self.plugin([manyCodes]))
                == "rule 0 'test': code_count: found 4294967295, expected at most 256")
    }

    @Test func aPluginsRulesBearItsId() throws {
        let registry = RuleRegistry()
        let source = RuleSource.plugin(id: "acme", version: "1.0.0", path: "acme.so")
        try registry.register(Self.plugin([Self.good()], id: "acme"), from: source)
        let definition = try #require(registry.definition(for: "acme.test"))
        #expect(definition.codes.map(\.id) == ["acme.test.code0"])
        #expect(definition.source == source)
    }
}
