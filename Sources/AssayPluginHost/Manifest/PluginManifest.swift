// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// What a plugin says about itself, as JSON in its file: everything that a person or a tool wants to
/// know, without running anything of it.
///
/// It repeats the plugin's table, in the words of a host: ids and examples have the plugin's id in
/// front. `ruleshell plugin stamp` writes it into the note section `.note.assay` of the library.
/// Two manifests are equal if their JSON is.
public struct PluginManifest: Sendable, Equatable {
    /// A rule as the manifest describes it.
    public struct Rule: Sendable {
        /// `acme.taxId`.
        public let id: String
        public let summary: String
        public let kinds: ValueKinds
        /// The names of what the rule promises: `concurrent`, `pure`, `judgesAbsence`.
        public let flags: [String]
        public let parameters: [RuleParameter]
        public let codes: [Code]
        public let examples: [RuleExample]
    }

    /// A code of a rule's violations.
    public struct Code: Sendable {
        public let code: RuleCode
        /// The names of what the rule adds to the message.
        public let arguments: [String]
    }

    public let id: String
    public let version: String
    /// The version of the contract that the plugin was built with.
    public let abi: ABI
    /// The plugin's settings.
    public let configuration: [RuleParameter]
    /// In the order of the plugin's table.
    public let rules: [Rule]

    /// A version of the contract.
    public struct ABI: Sendable, Equatable {
        public let major: UInt16
        public let minor: UInt16
    }

    /// The version of the JSON: the value of its member `manifest`.
    ///
    /// New members do not change it.
    public static let format = 1
    /// The size of the largest JSON text, in bytes.
    public static let maximumBytes = 1 << 20

    public static func == (left: Self, right: Self) -> Bool {
        left.json.utf8.elementsEqual(right.json.utf8)
    }
}
