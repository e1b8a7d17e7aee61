// SPDX-License-Identifier: Apache-2.0

/// A plugin without which a rule set is of no use, perhaps with the versions that will do:
/// `fleet >= 1.2, < 2`.
package struct RequiredPlugin: Sendable, Equatable, ExpressibleByStringLiteral {
    /// The requirement as it was written.
    package let text: String
    /// The place in a file that names the plugin, if it was read from one.
    package var location: FileLocation?
    /// The id that the plugin gives itself; the whole text if that cannot be read.
    package let id: String
    /// The versions that will do.
    package let versions: VersionRequirement
    /// The error in the text, if there is one.
    package let error: VersionRequirementError?

    /// The code of an issue about the text.
    package static let code = "plugin.requirement"

    /// Reads the text; an error in it is kept in `error`.
    package init(_ text: String, location: FileLocation? = nil) {
        self.text = text
        self.location = location
        do throws(VersionRequirementError) {
            (id, versions) = try VersionRequirementParser.plugin(text)
            error = nil
        } catch {
            id = text
            versions = VersionRequirement()
            self.error = error
        }
    }

    package init(stringLiteral text: String) {
        self.init(text)
    }

    /// The text that names all plugins in all versions, where that is allowed.
    package static let every = "*"

    /// Returns `true` if a plugin is the required one, in one of the required versions.
    package func accepts(id other: String, version: SemanticVersion) -> Bool {
        if text == Self.every { return true }
        return error == nil && id == other && versions.includes(version)
    }

    /// Returns the issue of a requirement that is malformed or not met.
    ///
    /// - Parameter loaded: The plugins that are loaded, by id.
    /// - Returns: `nil` if the plugin is loaded in a required version.
    func issue(
        whereLoaded loaded: [String: (version: String, path: String)]
    ) -> RuleSetIssue? {
        if let error {
            return issue(
                Self.code, "the plugin '\(abbreviated(text))': \(error.message)", help: error.help)
        }
        guard let plugin = loaded[id] else {
            return issue(
                "plugin.missing",
                "the rule set needs the plugin '\(id)'\(needed), which is not loaded",
                help: Self.helpAboutPlugins(loaded))
        }
        guard !versions.comparators.isEmpty else { return nil }
        let found = SemanticVersion(plugin.version)
        if let found, versions.includes(found) { return nil }
        return issue(
            "plugin.version",
            "the rule set needs the plugin '\(id)'\(needed), and \(plugin.version) is loaded "
                + "(\(plugin.path))",
            help: found.map(versions.rejectsAsPreRelease) == true
                ? "load a release, or name the pre-release: '\(id) >= \(plugin.version)'"
                : "load another version of its library, or change the requirement")
    }

    /// The versions after the id, in messages.
    private var needed: String {
        versions.comparators.isEmpty ? "" : " \(abbreviated(versions.description))"
    }

    private func issue(_ code: String, _ message: String, help: String?) -> RuleSetIssue {
        RuleSetIssue(code: code, message: message, help: help, location: location)
    }

    private static func helpAboutPlugins(
        _ loaded: [String: (version: String, path: String)]
    ) -> String {
        if loaded.isEmpty { return "load its library; no plugin is loaded" }
        return "load its library; the loaded plugins are "
            + loaded.keys.sorted().joined(separator: ", ")
    }
}
