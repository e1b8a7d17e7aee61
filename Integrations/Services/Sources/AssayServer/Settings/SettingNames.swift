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
        nearest(to: name).map { " (did you mean '\($0)'?)" } ?? ""
    }

    /// Warnings about variables that are probably meant for the server but are not settings of it.
    ///
    /// They are not errors, because other programs, and what starts a server, may have variables
    /// with its prefix.
    ///
    /// - Parameter environment: The names of the variables.
    /// - Returns: A text for each of them that no part of the project reads, in order.
    package static func warnings(of environment: some Sequence<String>) -> [String] {
        let known = Set(keys.map { variable($0.key) }).union(otherVariables)
        return environment.sorted().filter { $0.hasPrefix(prefix) && !known.contains($0) }.map {
            let near = nearest(to: $0.dropFirst(prefix.count).lowercased())
            let hint = near.map { " (did you mean \(variable($0))?)" } ?? ""
            return "the variable \($0) is not a setting, and is not read\(hint); --help lists them"
        }
    }

    private static func nearest(to name: String) -> String? {
        RuleRegistry.nearest(to: name.replacing("_", with: "-"), among: keys.map(\.key))
    }

    private static func variable(_ key: String) -> String {
        prefix + key.uppercased().replacing("-", with: "_")
    }
}
