// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI
import CRules
import Testing

/// An instance of a rule in C, made from an expression like `iban(spaces=true)`.
final class RuleUse {
    struct Rejection: Error, Equatable {
        var result: assay_rc
        var message: String
    }

    let rule: RuleTable.RulePointer
    /// The check of one text, where the rule has one.
    private let textCheck: assay_c_text_check?
    private var instance: UnsafeMutableRawPointer?
    /// The arguments of messages that the last check gave, as texts.
    private(set) var arguments: [String] = []

    init(_ text: String) throws {
        let expression = try Expression(text)
        let rule = try RuleTable.rule(expression.rule)
        self.rule = rule
        textCheck = RuleTable.rules.firstIndex(of: rule).flatMap { assay_c_text_checks()?[$0] }
        let arguments = try Arguments(expression, for: rule)
        guard let create = rule.pointee.create else { return }
        var rejection = Rejection(result: ASSAY_OK, message: "")
        rejection.result = withUnsafeMutablePointer(to: &rejection.message) { message in
            var call = assay_call()
            call.struct_size = UInt32(MemoryLayout<assay_call>.size)
            call.ctx = UnsafeMutableRawPointer(message)
            call.error = { call, _, text in
                call?.pointee.ctx.assumingMemoryBound(to: String.self).pointee = RuleTable.text(
                    text)
            }
            return create(nil, &call, arguments.values, &instance)
        }
        guard rejection.result == ASSAY_OK else { throw rejection }
    }

    /// The rule as its first example has it: with the arguments that it needs.
    static func example(of id: String) throws -> RuleUse {
        let example = try #require(RuleTable.examples(try RuleTable.rule(id)).first)
        return try RuleUse(RuleTable.text(example.expression))
    }

    deinit { rule.pointee.destroy?(instance) }

    /// "pass", the code of the failure, or the status as a number.
    func check(_ text: String) -> String { check(Array(text.utf8)) }

    func check(_ bytes: [UInt8]) -> String {
        bytes.withUnsafeBufferPointer { name(of: check($0)) }
    }

    func check(_ bytes: UnsafeBufferPointer<UInt8>) -> assay_verdict {
        var value = assay_value()
        value.kind = ASSAY_STR
        value.as.ptr = bytes.isEmpty ? nil : bytes.baseAddress
        value.len = UInt64(bytes.count)
        return check([value]).first ?? assay_verdict()
    }

    func check(_ values: [assay_value]) -> [assay_verdict] {
        var verdicts = [assay_verdict](repeating: assay_verdict(), count: values.count)
        arguments = []
        let result = values.withUnsafeBufferPointer { column in
            withUnsafePointer(to: column.baseAddress) { columns in
                withUnsafeMutablePointer(to: &arguments) { arguments in
                    var batch = assay_batch()
                    batch.struct_size = UInt32(MemoryLayout<assay_batch>.size)
                    batch.count = UInt32(values.count)
                    batch.column_count = 1
                    batch.columns = columns
                    var call = Self.call(gathering: arguments)
                    return rule.pointee.evaluate(instance, &call, &batch, &verdicts)
                }
            }
        }
        #expect(result == ASSAY_OK)
        for (value, verdict) in zip(values, verdicts) { compare(value, verdict) }
        return verdicts
    }

    /// A call that adds the arguments of messages to an array of texts.
    private static func call(gathering arguments: UnsafeMutablePointer<[String]>) -> assay_call {
        var call = assay_call()
        call.struct_size = UInt32(MemoryLayout<assay_call>.size)
        call.ctx = UnsafeMutableRawPointer(arguments)
        call.args = { call, _, _, values, count in
            let given = UnsafeBufferPointer(start: values, count: Int(count))
            call?.pointee.ctx.assumingMemoryBound(to: [String].self).pointee +=
                given.map { RuleTable.text(assay_str(ptr: $0.as.ptr, len: $0.len)) }
            return ASSAY_OK
        }
        return call
    }

    /// Holds the check of one text, where the rule has one, against a verdict.
    private func compare(_ value: assay_value, _ verdict: assay_verdict) {
        guard let textCheck, value.kind == ASSAY_STR, let text = value.as.ptr else { return }
        let failure = textCheck(instance, text, Int(value.len))
        #expect(verdict.status == (failure == 0 ? ASSAY_PASS : ASSAY_FAIL))
        if failure > 0 { #expect(failure == verdict.code + 1) }
    }

    func name(of verdict: assay_verdict) -> String {
        let codes = RuleTable.codes(rule)
        switch verdict.status {
        case ASSAY_PASS: return "pass"
        case ASSAY_FAIL where Int(verdict.code) < codes.count:
            return RuleTable.text(codes[Int(verdict.code)].id)
        default: return "status \(verdict.status), code \(verdict.code)"
        }
    }
}
