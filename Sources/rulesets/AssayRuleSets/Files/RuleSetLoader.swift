// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) public import AssayCore
import AssayJSONRuleSets

/// Reads a rule set and compiles it with the rules of a registry.
///
/// Issues of the text and of the rules are reported together.
@_spi(Engine) public enum RuleSetLoader {
    /// Loads a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - registry: The rules that it may use.
    /// - Returns: The rule set, and its plan for validation.
    /// - Throws: `RuleSetError`: the file cannot be read, or every issue in it, in the order of the file.
    public static func load(
        file path: String, registry: RuleRegistry
    ) throws(RuleSetError) -> (ruleSet: RuleSet, plan: ValidationPlan) {
        let bytes = try FileBytes.read(path, limit: RuleSetReader.maximumBytes)
        return try load(bytes: bytes, file: path, registry: registry, path: path)
    }

    /// Loads a rule set from text.
    ///
    /// - Parameters:
    ///   - text: The rule set.
    ///   - file: The name that issues show.
    ///   - registry: The rules that it may use.
    /// - Returns: The rule set, and its plan for validation.
    /// - Throws: `RuleSetError` with every issue of the text, in its order.
    public static func load(
        _ text: String, file: String = "<text>", registry: RuleRegistry
    ) throws(RuleSetError) -> (ruleSet: RuleSet, plan: ValidationPlan) {
        try load(bytes: Array(text.utf8), file: file, registry: registry)
    }

    /// Loads a rule set from bytes.
    ///
    /// - Parameters:
    ///   - bytes: The rule set.
    ///   - file: The name that issues show.
    ///   - registry: The rules that it may use.
    ///   - isPart: Whether its labels can be those of fields in other files.
    ///   - path: The path of the file that has the bytes, relative to whose folder those of its sources are, or `nil`
    ///     if they come from elsewhere, so that they cannot name files.
    /// - Returns: The rule set, and its plan for validation.
    /// - Throws: `RuleSetError` with every issue of the text, in its order.
    package static func load(
        bytes: [UInt8], file: String, registry: RuleRegistry, isPart: Bool = false,
        path: String? = nil
    ) throws(RuleSetError) -> (ruleSet: RuleSet, plan: ValidationPlan) {
        var (ruleSet, readIssues) = RuleSetReader.readAll(
            bytes: bytes, file: file, format: .automatic)
        if isPart { ruleSet.isPart = true }
        if let path { ruleSet.noteFile(path) }
        do throws(RuleSetError) {
            let plan = try ValidationPlan(ruleSet, registry: registry)
            if readIssues.isEmpty { return (ruleSet, plan) }
        } catch {
            throw merged(readIssues, with: error)
        }
        throw readIssues.error
    }

    /// Both lists in the order of the file; a duplicate key and a limit that both exceed are reported
    /// once.
    private static func merged(_ read: IssueList, with compiled: RuleSetError) -> RuleSetError {
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
