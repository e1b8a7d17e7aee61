// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// Reads a rule set and resolves it against a registry in one go, so that mistakes of the text and
/// mistakes about the rules are reported together.
public enum RuleSetLoader {
    /// Loads a file.
    ///
    /// - Throws: That the file cannot be read, or every mistake in it, in the order of the file.
    public static func load(
        file path: String, registry: RuleRegistry, format: RuleSetFormat = .automatic
    ) throws(RuleSetError) -> (ruleSet: RuleSet, plan: ValidationPlan) {
        let bytes = try FileBytes.read(path, limit: RuleSetReader.maximumBytes)
        return try load(bytes: bytes, file: path, registry: registry, format: format)
    }

    /// Loads a text; errors show `file` as its name.
    ///
    /// - Throws: Every mistake of the text, in its order.
    public static func load(
        _ text: String, file: String = "<text>", registry: RuleRegistry,
        format: RuleSetFormat = .automatic
    ) throws(RuleSetError) -> (ruleSet: RuleSet, plan: ValidationPlan) {
        try load(bytes: Array(text.utf8), file: file, registry: registry, format: format)
    }

    private static func load(
        bytes: [UInt8], file: String, registry: RuleRegistry, format: RuleSetFormat
    ) throws(RuleSetError) -> (ruleSet: RuleSet, plan: ValidationPlan) {
        let (ruleSet, readIssues) = RuleSetReader.readAll(bytes: bytes, file: file, format: format)
        do throws(RuleSetError) {
            let plan = try ValidationPlan(ruleSet, registry: registry)
            if readIssues.isEmpty { return (ruleSet, plan) }
        } catch {
            throw merged(readIssues, error)
        }
        throw readIssues.error
    }

    /// Both lists in the order of the file; a key that stands twice and a limit that both exceed
    /// are reported once.
    private static func merged(_ read: IssueList, _ compiled: RuleSetError) -> RuleSetError {
        let repeated = Set(read.kept.filter { $0.code == "ruleSet.duplicateKey" }.map(\.location))
        let isOverLimit = read.kept.contains { $0.code == "ruleSet.tooManyRules" }
        let further = compiled.issues.filter { issue in
            switch issue.code {
            case "field.duplicate": !repeated.contains(issue.location)
            case "ruleSet.tooManyRules": !isOverLimit
            default: true
            }
        }
        var all = IssueList()
        all.append(
            contentsOf: (read.kept + further).inFileOrder,
            omitted: read.count - read.kept.count + compiled.omittedCount)
        return all.error
    }
}
