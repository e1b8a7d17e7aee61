// SPDX-License-Identifier: Apache-2.0

/// Finds out whether YAML ended an expression earlier than its author meant.
struct CutExpression {
    /// What to do about it; nil if the expression is whole.
    let help: String?

    /// `error` is what is wrong with the text that YAML left.
    init(_ node: DocumentNode, text: String, error: ExpressionError, in source: SourceText) {
        let reachesEnd = error.extent.upperBound >= text.utf8.count
        guard node.style == .plain, reachesEnd else {
            help = nil
            return
        }
        let end = source.offset(line: node.line, column: node.column) + text.utf8.count
        let rest = source.restOfLine(from: end).drop { $0 == 0x20 || $0 == 0x09 }
        if rest.first == UInt8(ascii: "#") {
            help = "' #' begins a comment; put the whole expression in quotes"
        } else if node.isInFlow, let next = rest.first, ",]}".utf8.contains(next) {
            help = "inside { } and [ ] a comma separates; put the whole expression in quotes"
        } else {
            help = nil
        }
    }
}
