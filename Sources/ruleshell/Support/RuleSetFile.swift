// SPDX-License-Identifier: Apache-2.0
import Assay

/// A rule set from a file, or everything that is wrong with it.
enum RuleSetFile {
    /// Reads and resolves a file.
    ///
    /// - Returns: The rule set, or nil when its mistakes were written to standard error.
    static func load(
        _ path: String, _ registry: RuleRegistry
    ) -> (ruleSet: RuleSet, plan: ValidationPlan)? {
        do throws(RuleSetError) {
            return try RuleSetLoader.load(file: path, registry: registry)
        } catch {
            let lines = FileLines(path: path)
            StandardError.write(error.diagnostics(in: lines).map(\.text).joined())
            return nil
        }
    }
}
