// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI
import CRules
import Foundation
import Testing

@Suite struct TableTests {
    @Test func pluginHasTheHeadOfTheContract() throws {
        let plugin = try #require(RuleTable.plugin)
        #expect(plugin.magic == ASSAY_MAGIC)
        #expect(plugin.struct_size == UInt32(MemoryLayout<assay_plugin>.size))
        #expect(plugin.abi_major == UInt16(ASSAY_ABI_MAJOR))
        #expect(plugin.id.len == 0)
        #expect(RuleTable.text(plugin.version) == "1.0.0")
        #expect(RuleTable.rules.count == Int(plugin.rule_count))
    }

    @Test func rulesHaveUniqueSortedIds() {
        #expect(RuleTable.ids == RuleTable.ids.sorted { $0.lowercased() < $1.lowercased() })
        #expect(Set(RuleTable.ids).count == RuleTable.ids.count)
        #expect(RuleTable.ids.contains("luhn"))
    }

    @Test(arguments: RuleTable.ids) func ruleIsComplete(_ id: String) throws {
        let pointer = try RuleTable.rule(id)
        let rule = pointer.pointee
        #expect(rule.struct_size == UInt32(MemoryLayout<assay_rule>.size))
        #expect(rule.flags == ASSAY_RULE_CONCURRENT | ASSAY_RULE_PURE)
        #expect(rule.kinds & 1 << ASSAY_STR != 0)
        #expect(rule.evaluate != nil)
        #expect(rule.summary.len > 0)
        #expect((rule.create == nil) == (rule.parameter_count == 0))
        #expect(RuleTable.codes(pointer).count == Int(rule.code_count))
        #expect(RuleTable.examples(pointer).count == Int(rule.example_count))
        #expect(RuleTable.parameters(pointer).count == Int(rule.parameter_count))
    }

    @Test func textChecksAreThoseOfTheirRules() throws {
        let checks = try #require(assay_c_text_checks())
        let ids = RuleTable.ids.indices.filter { checks[$0] != nil }.map { RuleTable.ids[$0] }
        #expect(ids == ["iban", "luhn"])
    }

    @Test(arguments: RuleTable.ids) func codesAreNamedAfterTheRule(_ id: String) throws {
        let codes = RuleTable.codes(try RuleTable.rule(id))
        #expect(Set(codes.map { RuleTable.text($0.id) }).count == codes.count)
        for code in codes {
            #expect(code.struct_size == UInt32(MemoryLayout<assay_code>.size))
            #expect(RuleTable.text(code.id).hasPrefix(id + "."))
            #expect(RuleTable.text(code.id) != id + ".kind")
            #expect(RuleTable.text(code.message).hasPrefix("must "))
            #expect(!RuleTable.text(code.message).hasSuffix("."))
        }
    }

    @Test(arguments: RuleTable.ids) func parametersDescribeThemselves(_ id: String) throws {
        let parameters = RuleTable.parameters(try RuleTable.rule(id))
        #expect(Set(parameters.map { RuleTable.text($0.name) }).count == parameters.count)
        for parameter in parameters {
            #expect(parameter.struct_size == UInt32(MemoryLayout<assay_parameter>.size))
            #expect(parameter.name.len > 0 && parameter.summary.len > 0)
            #expect((parameter.type == ASSAY_PARAM_CHOICE) == (parameter.choice_count > 0))
            #expect(parameter.minimum <= parameter.maximum)
        }
    }

    @Test(arguments: RuleTable.ids) func examplesGetTheirVerdicts(_ id: String) throws {
        let rule = try RuleTable.rule(id)
        let examples = RuleTable.examples(rule)
        #expect(examples.count { $0.status == ASSAY_PASS } >= 2)
        #expect(examples.count { $0.status == ASSAY_FAIL } >= 2)
        for example in examples {
            let json = Data(RuleTable.text(example.value).utf8)
            let decoded = try JSONSerialization.jsonObject(with: json, options: .fragmentsAllowed)
            // Values of other kinds are checked through the registry, by the tests of the definitions.
            guard let value = decoded as? String else { continue }
            let expected = RuleUse.expected(example, RuleTable.codes(rule))
            let expression = RuleTable.text(example.expression)
            #expect(try RuleUse(expression).check(value) == expected, "\(expression) \(value)")
        }
    }

    @Test(arguments: RuleTable.ids) func everyCodeIsShownByAnExample(_ id: String) throws {
        let rule = try RuleTable.rule(id)
        let shown = RuleTable.examples(rule).filter { $0.status == ASSAY_FAIL }.map(\.code)
        #expect(Set(shown) == Set(0..<rule.pointee.code_count))
    }

    @Test(arguments: RuleTable.ids) func whatIsNoTextNeverPasses(_ id: String) throws {
        let rule = try RuleTable.rule(id)
        let example = try #require(RuleTable.examples(rule).first)
        let use = try RuleUse(RuleTable.text(example.expression))
        let values = (0..<ASSAY_KIND_COUNT).filter { rule.pointee.kinds >> $0 & 1 == 0 }.map {
            kind in
            var value = assay_value()
            value.kind = kind
            return value
        }
        let statuses = use.check(values).map(\.status)
        #expect(statuses.prefix(2) == [ASSAY_SKIP, ASSAY_SKIP])
        #expect(statuses.dropFirst(2).allSatisfy { $0 == ASSAY_UNDECIDED })
    }
}

extension RuleUse {
    static func expected(_ example: assay_example, _ codes: [assay_code]) -> String {
        guard example.status == ASSAY_FAIL else { return "pass" }
        guard Int(example.code) < codes.count else { return "no such code" }
        return RuleTable.text(codes[Int(example.code)].id)
    }
}
