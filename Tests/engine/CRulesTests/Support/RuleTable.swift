// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI
import CRules
import Testing

/// Reads the table of the rules in C.
enum RuleTable {
    typealias RulePointer = UnsafePointer<assay_rule>

    static var plugin: assay_plugin? { assay_c_rules_v1(nil)?.pointee }

    static var rules: [RulePointer] {
        guard let plugin else { return [] }
        return (0..<Int(plugin.rule_count)).compactMap { plugin.rules[$0] }
    }

    static var ids: [String] { rules.map { text($0.pointee.id) } }

    static func rule(_ id: String) throws -> RulePointer {
        try #require(rules.first { text($0.pointee.id) == id }, "there is no rule \(id)")
    }

    static func text(_ string: assay_str) -> String {
        String(
            decoding: UnsafeBufferPointer(start: string.ptr, count: Int(string.len)), as: UTF8.self)
    }

    static func parameters(_ rule: RulePointer) -> [assay_parameter] {
        (0..<Int(rule.pointee.parameter_count)).compactMap { rule.pointee.parameters[$0]?.pointee }
    }

    static func codes(_ rule: RulePointer) -> [assay_code] {
        (0..<Int(rule.pointee.code_count)).compactMap { rule.pointee.codes[$0]?.pointee }
    }

    static func examples(_ rule: RulePointer) -> [assay_example] {
        (0..<Int(rule.pointee.example_count)).compactMap { rule.pointee.examples[$0]?.pointee }
    }

    static func choices(_ parameter: assay_parameter) -> [String] {
        (0..<Int(parameter.choice_count)).map { text(parameter.choices[$0]) }
    }
}
