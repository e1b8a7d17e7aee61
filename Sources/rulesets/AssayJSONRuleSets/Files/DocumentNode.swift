// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// A node of a rule-set file, with its place.
package struct DocumentNode {
    package enum Content {
        case scalar(String)
        case list([DocumentNode])
        case mapping([Member])
    }

    package enum Style {
        case plain
        case singleQuoted
        case doubleQuoted
        /// `|` and `>`.
        case block
        case collection
    }

    package struct Member {
        package var key: DocumentNode
        package var value: DocumentNode

        package init(key: DocumentNode, value: DocumentNode) {
            self.key = key
            self.value = value
        }
    }

    package var content: Content
    package var style: Style
    /// Lines and columns from 1, columns in code points.
    package var line: Int
    package var column: Int
    /// True inside `[ ]` or `{ }`, where commas separate.
    package var isInFlow: Bool

    package init(content: Content, style: Style, line: Int, column: Int, isInFlow: Bool) {
        self.content = content
        self.style = style
        self.line = line
        self.column = column
        self.isInFlow = isInFlow
    }

    /// The kind of the node, for messages.
    package var kind: String {
        switch content {
        case .list: "a list"
        case .mapping: "a mapping"
        case .scalar(let text):
            if isNull { "nothing" } else { style == .plain ? abbreviated(text) : "a text" }
        }
    }

    /// A plain scalar that is a number or a truth value, and no text.
    package var isConstant: Bool {
        guard case .scalar(let text) = content, style == .plain else { return false }
        let isNumber = text.utf8.first.map { "+-.0123456789".utf8.contains($0) } ?? false
        return text == "true" || text == "false" || (isNumber && Double(text) != nil)
    }

    /// A plain scalar that YAML reads as null.
    package var isNull: Bool {
        guard case .scalar(let text) = content, style == .plain else { return false }
        return text.isEmpty || text == "~" || text == "null" || text == "Null" || text == "NULL"
    }
}
