// SPDX-License-Identifier: Apache-2.0
//
// libFuzzer driver for rule-set files: loads the input as YAML and as JSON and stops at an issue
// without a place, or with one before the file's start. From the project's root, for 60 seconds:
//
//     .ci/fuzz 60 FuzzRuleSet

import AssayCore
import AssayRuleSets

private let registry = RuleRegistry()

/// Reads one input: the text of a rule-set file.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRuleSet(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    load(bytes, .yaml)
    load(bytes, .json)
    return 0
}

private func load(_ bytes: [UInt8], _ format: RuleSetFormat) {
    do throws(RuleSetError) {
        _ = try RuleSetReader.read(bytes: bytes, format: format)
        let text = String(decoding: bytes, as: UTF8.self)
        _ = try RuleSetLoader.load(text, registry: registry, format: format)
    } catch {
        for issue in error.issues where issue.code.hasPrefix("ruleSet.") {
            guard let place = issue.location, place.line >= 1, place.column >= 1 else {
                fatalError(issue.description)
            }
        }
    }
}
