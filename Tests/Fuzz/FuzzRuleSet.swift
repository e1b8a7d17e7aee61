// SPDX-License-Identifier: Apache-2.0
//
// libFuzzer driver for files beside the engine: loads the input as a rule set in YAML and in JSON, as
// fixtures and as settings of plugins, and stops at an issue without a place, or with one before the
// file's start. From the project's root, for 60 seconds:
//
//     .ci/fuzz 60 FuzzRuleSet

import AssayCore
@_spi(Engine) import AssayRuleSets

private let registry = RuleRegistry()

/// Reads one input: the text of a rule-set file.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRuleSet(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    load(bytes, as: "x.yaml")
    load(bytes, as: "x.json")
    check { () throws(RuleSetError) in _ = try PlacedValueReader.read(bytes: bytes) }
    check { () throws(RuleSetError) in _ = try PluginConfigurationReader.read(bytes: bytes) }
    return 0
}

private func load(_ bytes: [UInt8], as file: String) {
    check { () throws(RuleSetError) in
        _ = try RuleSetReader.read(bytes: bytes, file: file)
        let text = String(decoding: bytes, as: UTF8.self)
        _ = try RuleSetLoader.load(text, file: file, registry: registry)
    }
}

private func check(_ read: () throws(RuleSetError) -> Void) {
    do throws(RuleSetError) {
        try read()
    } catch {
        for issue in error.issues where issue.code.hasPrefix("ruleSet.") {
            guard let place = issue.location, place.line >= 1, place.column >= 1 else {
                fatalError(issue.description)
            }
        }
    }
}
