// SPDX-License-Identifier: Apache-2.0
package import AssayCore

/// The description of a plugin as JSON in its file, which can be read without running the plugin.
///
/// It repeats the plugin's table in the words of a host: ids and examples begin with the plugin's
/// id. `ruleshell plugin stamp` writes it into the note section `.note.assay` of the library. Two
/// manifests are equal if their JSON is.
package struct PluginManifest: Sendable, Equatable {
    /// A rule as the manifest describes it.
    package struct Rule: Sendable {
        /// `acme.taxId`.
        package let id: String
        package let summary: String
        package let kinds: ValueKinds
        /// The names of what the rule promises: `concurrent`, `pure`, `acceptsMissing`.
        package let flags: [String]
        package let parameters: [RuleParameter]
        /// The replacement for a deprecated rule, or `nil` if the rule is not deprecated.
        package let deprecation: String?
        package let codes: [Code]
        package let examples: [RuleExample]
    }

    /// A code of a rule's violations.
    package struct Code: Sendable {
        package let code: RuleCode
        /// The names of what the rule adds to the message.
        package let arguments: [String]
    }

    package let id: String
    package let version: String
    package let origin: PluginOrigin
    /// The least version of the host that the plugin needs, or `nil` for any.
    package let minimumHost: String?
    /// The version of the contract that the plugin was built with.
    package let abi: ABI
    /// The plugin's settings.
    package let configuration: [RuleParameter]
    /// The rules in the order of the plugin's table.
    package let rules: [Rule]

    /// A version of the contract.
    package struct ABI: Sendable, Equatable {
        package let major: UInt16
        package let minor: UInt16
    }

    /// The version of the JSON: the value of its member `manifest`.
    ///
    /// New members do not change it.
    package static let format = 1
    /// The size of the largest JSON text, in bytes.
    package static let maximumBytes = 1 << 20

    package static func == (left: Self, right: Self) -> Bool {
        left.json.utf8.elementsEqual(right.json.utf8)
    }
}
