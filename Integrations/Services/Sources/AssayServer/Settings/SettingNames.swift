// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

// Names that are no settings, and those that are probably meant.
extension ServerSettings {
    private static let prefix = "ASSAY_"

    /// Variables with the prefix of the settings that other parts of the project read.
    private static let otherVariables: Set<String> = [
        "ASSAY_PAGER", "ASSAY_PLUGIN_PATH", "ASSAY_PLUGIN_PROBE", "ASSAY_SIMD",
    ]

    /// The setting that is meant by a name that is none: ` (did you mean 'port'?)`; empty if none is near.
    package static func hint(for name: String) -> String {
        RuleRegistry.nearest(to: name.replacing("_", with: "-"), among: keys.map(\.key))
            .map { " (did you mean '\($0)'?)" } ?? ""
    }

    /// Looks for variables that are probably meant for the server and are none of its settings.
    ///
    /// - Parameter environment: The variables.
    /// - Returns: What is to be told of those that no part of the project reads, in order.
    /// - Throws: `Invalid` for one whose name is near that of a setting.
    package static func check(environment: some Sequence<String>) throws(Invalid) -> [String] {
        let known = Set(keys.map { variable($0.key) }).union(otherVariables)
        var warnings: [String] = []
        for name in environment.sorted() where name.hasPrefix(prefix) && !known.contains(name) {
            let problem = "the variable \(name) is no setting"
            if let near = RuleRegistry.nearest(to: name, among: known) {
                throw Invalid(
                    description: "\(problem) (did you mean \(near)?); --help lists them")
            }
            warnings.append("\(problem), and is not read; --help lists them")
        }
        return warnings
    }

    private static func variable(_ key: String) -> String {
        prefix + key.uppercased().replacing("-", with: "_")
    }
}
