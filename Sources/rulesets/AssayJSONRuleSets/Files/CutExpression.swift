// SPDX-License-Identifier: Apache-2.0

/// Detects an expression that YAML ended earlier than its author meant.
struct CutExpression {
    /// An instruction to the author; nil if the expression is whole.
    let help: String?

    /// Looks at the node of an expression, of which the text that YAML left has an error.
    init(of node: DocumentNode, text: String, error: ExpressionError, in source: SourceText) {
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
            help =
                "inside { } and [ ], a comma separates elements; put the whole expression in quotes"
        } else {
            help = nil
        }
    }
}
