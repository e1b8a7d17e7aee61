// SPDX-License-Identifier: Apache-2.0

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

    func isJSON(file: String) -> Bool {
        switch self {
        case .automatic: file.lowercased().hasSuffix(".json")
        case .yaml: false
        case .json: true
        }
    }
}
