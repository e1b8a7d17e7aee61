// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayJSONRuleSets

/// The format of a rule-set file.
///
/// The shape is the same in both.
package enum RuleSetFormat: Sendable, CaseIterable {
    /// JSON for a file whose name ends in `.json`, else YAML, which reads JSON too.
    case automatic
    /// YAML 1.1, as LibYAML reads it.
    case yaml
    /// JSON alone (RFC 8259): YAML's shorter forms are errors.
    case json

    private func isJSON(file: String) -> Bool {
        switch self {
        case .automatic: file.lowercased().hasSuffix(".json")
        case .yaml: false
        case .json: true
        }
    }

    /// The nodes of a text; nil for one without content.
    func compose(_ source: SourceText) throws(RuleSetError) -> DocumentNode? {
        try isJSON(file: source.file)
            ? JSONComposer.compose(source) : YAMLComposer.compose(source)
    }
}
