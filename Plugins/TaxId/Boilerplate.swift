// SPDX-License-Identifier: Apache-2.0
//
// Builds the table of a plugin from Swift values. The memory is allocated once and never freed: the
// contract wants the table to stay for the life of the process. Nothing here knows a rule.

import AssayPluginABI

/// What a rule says about a text.
enum Verdict {
    case pass
    /// The index of a code in the rule's list.
    case fail(UInt32)
}

/// A rule about one text, without parameters.
struct TextRule {
    let id: StaticString
    let summary: StaticString
    /// Id and message of each code.
    let codes: [(id: StaticString, message: StaticString)]
    /// A JSON value and the code that it fails with; nil for a valid value.
    let examples: [(json: StaticString, code: UInt32?)]
    /// The C function that judges a batch: a closure that calls `judge(batch:out:_:)`.
    let evaluate:
        @convention(c) (
            UnsafeRawPointer?, UnsafePointer<assay_call>?, UnsafePointer<assay_batch>?,
            UnsafeMutablePointer<assay_verdict>?
        ) -> assay_rc
}

/// Calls `judge` with the bytes of each row; the table makes sure that each is a string.
func judge(
    _ batch: UnsafePointer<assay_batch>?, _ out: UnsafeMutablePointer<assay_verdict>?,
    _ judge: (UnsafeBufferPointer<UInt8>) -> Verdict
) -> assay_rc {
    guard let batch, let out, let values = batch.pointee.columns?[0] else {
        return ASSAY_E_INTERNAL
    }
    for row in 0..<Int(batch.pointee.count) {
        guard values[row].kind == ASSAY_STR else { return ASSAY_E_INTERNAL }
        let text = UnsafeBufferPointer(start: values[row].as.ptr, count: Int(values[row].len))
        switch judge(text) {
        case .pass: out[row].status = ASSAY_PASS
        case .fail(let code):
            out[row].status = ASSAY_FAIL
            out[row].code = code
        }
    }
    return ASSAY_OK
}

/// The table in C's layout.
struct PluginTable: @unchecked Sendable {  // nothing writes the memory after init
    let plugin: UnsafePointer<assay_plugin>

    init(id: StaticString, version: StaticString, rules: [TextRule]) {
        var table = assay_plugin()
        table.magic = ASSAY_MAGIC
        table.struct_size = size(of: assay_plugin.self)
        table.abi_major = UInt16(ASSAY_ABI_MAJOR)
        table.abi_minor = UInt16(ASSAY_ABI_MINOR)
        table.id = text(id)
        table.version = text(version)
        table.rule_count = UInt32(rules.count)
        table.rules = pointers(to: rules.map(cRule))
        plugin = kept(table)
    }
}

private func cRule(_ rule: TextRule) -> assay_rule {
    var result = assay_rule()
    result.struct_size = size(of: assay_rule.self)
    result.flags = ASSAY_RULE_CONCURRENT | ASSAY_RULE_PURE
    result.id = text(rule.id)
    result.summary = text(rule.summary)
    result.kinds = 1 << ASSAY_STR
    result.code_count = UInt32(rule.codes.count)
    result.codes = pointers(to: rule.codes.map(cCode))
    result.example_count = UInt32(rule.examples.count)
    result.examples = pointers(to: rule.examples.map { cExample($0, of: rule.id) })
    result.evaluate = rule.evaluate
    return result
}

private func cCode(_ code: (id: StaticString, message: StaticString)) -> assay_code {
    var result = assay_code()
    result.struct_size = size(of: assay_code.self)
    result.id = text(code.id)
    result.message = text(code.message)
    return result
}

private func cExample(
    _ example: (json: StaticString, code: UInt32?), of rule: StaticString
) -> assay_example {
    var result = assay_example()
    result.struct_size = size(of: assay_example.self)
    result.status = example.code == nil ? ASSAY_PASS : ASSAY_FAIL
    result.code = example.code ?? 0
    result.value = text(example.json)
    result.expression = text(rule)
    return result
}

private func size<Struct>(of type: Struct.Type) -> UInt32 { UInt32(MemoryLayout<Struct>.size) }

/// The bytes of a literal are part of the library and stay.
private func text(_ text: StaticString) -> assay_str {
    assay_str(ptr: text.utf8Start, len: UInt64(text.utf8CodeUnitCount))
}

private func kept<Struct>(_ value: Struct) -> UnsafePointer<Struct> {
    let memory = UnsafeMutablePointer<Struct>.allocate(capacity: 1)
    memory.initialize(to: value)
    return UnsafePointer(memory)
}

private func pointers<Struct>(to values: [Struct]) -> UnsafePointer<UnsafePointer<Struct>?>? {
    let memory = UnsafeMutablePointer<UnsafePointer<Struct>?>.allocate(capacity: values.count)
    for (index, value) in values.enumerated() { (memory + index).initialize(to: kept(value)) }
    return UnsafePointer(memory)
}
