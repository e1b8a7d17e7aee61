// SPDX-License-Identifier: Apache-2.0
package import AssayCore

/// Reads rule sets from nodes, whatever notation these come from.
package enum DocumentReader {
    /// The largest file.
    package static let maximumBytes = 4 << 20

    /// The rule set as far as it can be read, and every issue in the order of the file.
    ///
    /// - Parameters:
    ///   - bytes: The file; a byte order mark is skipped.
    ///   - file: The name that issues show.
    ///   - compose: What reads the notation.
    /// - Returns: What could be read, and the issues.
    package static func ruleSet(
        bytes: [UInt8], file: String,
        compose: (SourceText) throws(RuleSetError) -> DocumentNode?
    ) -> (RuleSet, IssueList) {
        do throws(RuleSetError) {
            let source = try source(of: bytes, file: file)
            guard let root = try compose(source), !root.isNull else {
                throw single(
                    "ruleSet.empty", message: "the file has no rule set",
                    help: "begin it with 'assay: 1' and add 'fields:'", file: file)
            }
            var parser = RuleSetParser(source)
            var ruleSet = parser.ruleSet(from: root)
            ruleSet.isPart = !parser.issues.isEmpty
            return (ruleSet, parser.issues.inFileOrder)
        } catch {
            var issues = IssueList()
            issues.append(contentsOf: error.issues, omitted: error.omittedCount)
            return (RuleSet([]), issues)
        }
    }

    /// The text of a file of any shape, without a byte order mark.
    ///
    /// - Throws: An issue for a text that is too large, or not UTF-8.
    package static func source(
        of bytes: [UInt8], file: String
    ) throws(RuleSetError) -> SourceText {
        guard bytes.count <= maximumBytes else {
            throw single(
                "ruleSet.tooLarge", message: "the file is larger than 4 MiB", help: nil, file: file)
        }
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        guard String(validating: text, as: UTF8.self) != nil else {
            throw single(
                "ruleSet.encoding", message: "the file is not UTF-8", help: nil, file: file)
        }
        return SourceText(file: file, bytes: text)
    }

    private static func single(
        _ code: String, message: String, help: String?, file: String
    ) -> RuleSetError {
        RuleSetError([
            RuleSetIssue(
                code: code, message: message, help: help,
                location: FileLocation(file: file, line: 1, column: 1))
        ])
    }
}

extension IssueList {
    /// The list with its issues ordered by line and column.
    package var inFileOrder: IssueList {
        var ordered = IssueList()
        ordered.append(contentsOf: kept.inFileOrder, omitted: count - kept.count)
        return ordered
    }
}

extension [RuleSetIssue] {
    /// The issues in the order of their lines and columns.
    ///
    /// Issues of one place keep their order, and issues without a place come last.
    package var inFileOrder: [RuleSetIssue] {
        enumerated().sorted { left, right in
            let a = left.element.location.map { ($0.line, $0.column) } ?? (.max, .max)
            let b = right.element.location.map { ($0.line, $0.column) } ?? (.max, .max)
            return (a.0, a.1, left.offset) < (b.0, b.1, right.offset)
        }.map(\.element)
    }
}
