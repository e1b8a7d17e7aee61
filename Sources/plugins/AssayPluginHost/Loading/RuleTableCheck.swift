// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI

/// Checks the pointers, the flags and the reserved fields of one rule, or of the settings, in a
/// plugin's table.
struct RuleTableCheck {
    private let check: PointerCheck
    /// "rule 2".
    private let place: String

    private static let knownRuleFlags =
        ASSAY_RULE_CONCURRENT | ASSAY_RULE_PURE | ASSAY_RULE_ACCEPTS_MISSING

    init(pointers check: PointerCheck, place: String) {
        self.check = check
        self.place = place
    }

    func check(_ pointer: UnsafePointer<assay_rule>?) throws(StageError) {
        let rule = try check.structure(pointer, at: place)
        try check.text(rule.id, at: "\(place): id")
        try check.text(rule.summary, at: "\(place): summary")
        try check.text(rule.deprecation, at: "\(place): deprecation")
        try checkBits(rule.flags, known: Self.knownRuleFlags, at: "\(place): flags")
        try checkBits(rule.kinds, known: ASSAY_KINDS_ALL, at: "\(place): kinds")
        guard rule.evaluate != nil else {
            throw StageError(table: "NULL (\(place): evaluate)", expected: "a function")
        }
        try check.function(rule.create, at: "\(place): create")
        try check.function(rule.evaluate, at: "\(place): evaluate")
        try check.function(rule.destroy, at: "\(place): destroy")
        try checkEntries(
            rule.parameters, count: rule.parameter_count, name: "parameter", with: checkParameter)
        try checkEntries(rule.codes, count: rule.code_count, name: "code", with: checkCode)
        try checkEntries(
            rule.examples, count: rule.example_count, name: "example", with: checkExample)
    }

    /// The settings of a plugin.
    func checkConfiguration(_ plugin: assay_plugin) throws(StageError) {
        try checkBits(plugin.reserved, known: 0, at: "\(place): reserved")
        try checkEntries(
            plugin.configuration, count: plugin.configuration_count, name: "parameter",
            with: checkParameter)
    }

    private func checkEntries<Entry: GrowingStruct>(
        _ start: UnsafePointer<UnsafePointer<Entry>?>?, count: UInt32, name: String,
        with body: (Entry, String) throws(StageError) -> Void
    ) throws(StageError) {
        let entries = try check.array(
            start, count: count, limit: TableReader.maximumEntries, at: "\(place): \(name)s")
        for (index, entry) in entries.enumerated() {
            let place = "\(place), \(name) \(index)"
            try body(try check.structure(entry, at: place), place)
        }
    }

    private func checkParameter(
        _ parameter: assay_parameter, at place: String
    ) throws(StageError) {
        try check.text(parameter.name, at: "\(place): name")
        try check.text(parameter.summary, at: "\(place): summary")
        try checkBits(parameter.flags, known: ASSAY_PARAM_REQUIRED, at: "\(place): flags")
        if parameter.default_value.kind == ASSAY_STR {
            let text = assay_str(
                ptr: parameter.default_value.as.ptr, len: parameter.default_value.len)
            try check.text(text, at: "\(place): default_value")
        } else if parameter.default_value.flags != 0 {
            throw StageError(
                table: "flags \(parameter.default_value.flags) (\(place): default_value)",
                expected: "0")
        }
        if parameter.default_value.kind == ASSAY_BOOL,
            !(0...1).contains(parameter.default_value.as.i64)
        {
            throw StageError(
                table: "the boolean \(parameter.default_value.as.i64) (\(place): default_value)",
                expected: "0 or 1")
        }
        try checkTexts(parameter.choices, count: parameter.choice_count, at: "\(place): choices")
    }

    private func checkCode(_ code: assay_code, at place: String) throws(StageError) {
        try check.text(code.id, at: "\(place): id")
        try check.text(code.message, at: "\(place): message")
        try check.text(code.deprecation, at: "\(place): deprecation")
        try checkTexts(
            code.argument_names, count: code.argument_count, at: "\(place): argument_names")
        try checkBits(code.reserved, known: 0, at: "\(place): reserved")
        let translations = try check.array(
            code.translations, count: code.translation_count, limit: TableReader.maximumEntries,
            at: "\(place): translations")
        for translation in translations {
            try check.text(translation.language, at: "\(place): translations")
            try check.text(translation.message, at: "\(place): translations")
        }
    }

    private func checkExample(_ example: assay_example, at place: String) throws(StageError) {
        try check.text(example.value, at: "\(place): value")
        try check.text(example.expression, at: "\(place): expression")
        try check.text(example.fields, at: "\(place): fields")
        try check.text(example.settings, at: "\(place): settings")
        try checkBits(example.reserved, known: 0, at: "\(place): reserved")
        guard example.status == ASSAY_PASS || example.status == ASSAY_FAIL else {
            throw StageError(
                table: "status \(example.status) (\(place))",
                expected: "ASSAY_PASS or ASSAY_FAIL")
        }
    }

    private func checkTexts(
        _ start: UnsafePointer<assay_str>?, count: UInt32, at place: String
    ) throws(StageError) {
        let texts = try check.array(
            start, count: count, limit: TableReader.maximumEntries, at: place)
        for text in texts { try check.text(text, at: place) }
    }

    /// Bits that the contract does not define must be zero.
    private func checkBits(_ bits: UInt32, known: UInt32, at place: String) throws(StageError) {
        guard bits & ~known != 0 else { return }
        throw StageError(
            table: "0x\(String(bits, radix: 16)) (\(place))",
            expected: known == 0 ? "0" : "bits of 0x\(String(known, radix: 16)) only")
    }
}
