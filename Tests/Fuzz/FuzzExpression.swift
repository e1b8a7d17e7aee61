// SPDX-License-Identifier: Apache-2.0
//
// libFuzzer driver for the rule expression language: reads the input as an expression and stops where
// a place lies outside the text, or where what was read does not print and read back the same. From
// the project's root, for 60 seconds:
//
//     .ci/fuzz 60 FuzzExpression

import AssayCore
import AssayRuleSets

/// Reads one input: the text of an expression.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzExpression(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    do throws(ExpressionError) {
        for expression in try RuleExpressionParser.parse(text) { checkPrinted(expression) }
    } catch {
        check(error.extent.upperBound <= text.utf8.count, text)
        _ = CaretDiagram(text, extent: error.extent)
    }
    return 0
}

private func checkPrinted(_ expression: RuleExpression) {
    let printed = expression.description
    do throws(ExpressionError) {
        check(try RuleExpressionParser.parseOne(printed).description == printed, printed)
    } catch {
        fatalError("\(printed.debugDescription): \(error)")
    }
}

private func check(_ condition: Bool, _ text: String) {
    if !condition { fatalError(text.debugDescription) }
}
