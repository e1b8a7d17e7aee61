// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// Checks the pointers, the flags and the reserved fields of one rule, or of the settings, in a
/// plugin's table.
struct RuleTableCheck {
    private let check: PointerCheck
    /// "rule 2".
    private let place: String

    private static let knownRuleFlags =
        ASSAY_RULE_CONCURRENT | ASSAY_RULE_PURE | ASSAY_RULE_JUDGES_ABSENCE

    init(_ check: PointerCheck, place: String) {
        self.check = check
        self.place = place
    }

    func check(_ pointer: UnsafePointer<assay_rule>?) throws(Refusal) {
        let rule = try check.structure(pointer, place)
        try check.text(rule.id, "\(place): id")
        try check.text(rule.summary, "\(place): summary")
        try checkBits(rule.flags, Self.knownRuleFlags, "\(place): flags")
        try checkBits(rule.kinds, ASSAY_KINDS_ALL, "\(place): kinds")
        guard rule.evaluate != nil else {
            throw Refusal(table: "NULL (\(place): evaluate)", expected: "a function")
        }
        try check.function(rule.create, "\(place): create")
        try check.function(rule.evaluate, "\(place): evaluate")
        try check.function(rule.destroy, "\(place): destroy")
        try checkEntries(rule.parameters, rule.parameter_count, "parameter", checkParameter)
        try checkEntries(rule.codes, rule.code_count, "code", checkCode)
        try checkEntries(rule.examples, rule.example_count, "example", checkExample)
    }

    /// The settings of a plugin.
    func checkConfiguration(_ plugin: assay_plugin) throws(Refusal) {
        try checkBits(plugin.reserved, 0, "\(place): reserved")
        try checkEntries(
            plugin.configuration, plugin.configuration_count, "parameter", checkParameter)
    }

    private func checkEntries<Entry>(
        _ start: UnsafePointer<UnsafePointer<Entry>?>?, _ count: UInt32, _ name: String,
        _ body: (Entry, String) throws(Refusal) -> Void
    ) throws(Refusal) {
        let entries = try check.array(
            start, count: count, limit: PluginTable.maximumEntries, "\(place): \(name)s")
        for (index, entry) in entries.enumerated() {
            let place = "\(place), \(name) \(index)"
            try body(try check.structure(entry, place), place)
        }
    }

    private func checkParameter(
        _ parameter: assay_parameter, _ place: String
    ) throws(Refusal) {
        try check.text(parameter.name, "\(place): name")
        try check.text(parameter.summary, "\(place): summary")
        try checkBits(parameter.flags, ASSAY_PARAM_REQUIRED, "\(place): flags")
        if parameter.default_value.kind == ASSAY_STR {
            let text = assay_str(
                ptr: parameter.default_value.as.ptr, len: parameter.default_value.len)
            try check.text(text, "\(place): default_value")
        } else if parameter.default_value.flags != 0 {
            throw Refusal(
                table: "flags \(parameter.default_value.flags) (\(place): default_value)",
                expected: "0")
        }
        try checkTexts(parameter.choices, parameter.choice_count, "\(place): choices")
    }

    private func checkCode(_ code: assay_code, _ place: String) throws(Refusal) {
        try check.text(code.id, "\(place): id")
        try check.text(code.message, "\(place): message")
        try checkTexts(code.argument_names, code.argument_count, "\(place): argument_names")
        try checkBits(code.reserved, 0, "\(place): reserved")
        let translations = try check.array(
            code.translations, count: code.translation_count, limit: PluginTable.maximumEntries,
            "\(place): translations")
        for translation in translations {
            try check.text(translation.language, "\(place): translations")
            try check.text(translation.message, "\(place): translations")
        }
    }

    private func checkExample(_ example: assay_example, _ place: String) throws(Refusal) {
        try check.text(example.value, "\(place): value")
        try check.text(example.expression, "\(place): expression")
        try checkBits(example.reserved, 0, "\(place): reserved")
        guard example.status == ASSAY_PASS || example.status == ASSAY_FAIL else {
            throw Refusal(
                table: "status \(example.status) (\(place))",
                expected: "ASSAY_PASS or ASSAY_FAIL")
        }
    }

    private func checkTexts(
        _ start: UnsafePointer<assay_str>?, _ count: UInt32, _ place: String
    ) throws(Refusal) {
        let texts = try check.array(
            start, count: count, limit: PluginTable.maximumEntries, place)
        for text in texts { try check.text(text, place) }
    }

    /// Bits that the contract does not define must be zero.
    private func checkBits(_ bits: UInt32, _ known: UInt32, _ place: String) throws(Refusal) {
        guard bits & ~known != 0 else { return }
        throw Refusal(
            table: "0x\(String(bits, radix: 16)) (\(place))",
            expected: known == 0 ? "0" : "bits of 0x\(String(known, radix: 16)) only")
    }
}
