// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// A node of a rule-set file, with its place.
struct DocumentNode {
    enum Content {
        case scalar(String)
        case list([DocumentNode])
        case mapping([Member])
    }

    enum Style {
        case plain
        case singleQuoted
        case doubleQuoted
        /// `|` and `>`.
        case block
        case collection
    }

    struct Member {
        var key: DocumentNode
        var value: DocumentNode
    }

    var content: Content
    var style: Style
    /// Lines and columns from 1, columns in code points.
    var line: Int
    var column: Int
    /// True inside `[ ]` or `{ }`, where commas separate.
    var isInFlow: Bool

    /// The kind of the node, for messages.
    var kind: String {
        switch content {
        case .list: "a list"
        case .mapping: "a mapping"
        case .scalar(let text):
            if isNull { "nothing" } else { style == .plain ? abbreviated(text) : "a text" }
        }
    }

    /// A plain scalar that YAML reads as null.
    var isNull: Bool {
        guard case .scalar(let text) = content, style == .plain else { return false }
        return text.isEmpty || text == "~" || text == "null" || text == "Null" || text == "NULL"
    }
}
