// SPDX-License-Identifier: Apache-2.0
import Assay

/// A rule set from a file, or everything that is wrong with it.
enum RuleSetFile {
    /// Reads and resolves a file.
    ///
    /// - Returns: The rule set, or nil when its mistakes were written to standard error.
    static func load(
        _ path: String, _ rules: LoadedRules
    ) -> (ruleSet: RuleSet, plan: ValidationPlan)? {
        var diagnostics: [Diagnostic] = []
        var loaded: (ruleSet: RuleSet, plan: ValidationPlan)?
        do throws(RuleSetError) {
            let (ruleSet, plan) = try RuleSetLoader.load(file: path, registry: rules.registry)
            loaded = (ruleSet, plan)
            diagnostics = rules.missingPlugins(of: ruleSet)
        } catch {
            // Rules of a plugin that is not loaded are unknown; that is what has to be said first.
            if let ruleSet = try? RuleSetReader.read(contentsOfFile: path) {
                diagnostics = rules.missingPlugins(of: ruleSet)
            }
            let lines = FileLines(path: path)
            diagnostics += error.issues.map { Diagnostic($0, in: lines) }
        }
        guard diagnostics.isEmpty else {
            StandardError.write(diagnostics.map(\.text).joined())
            return nil
        }
        return loaded
    }
}
