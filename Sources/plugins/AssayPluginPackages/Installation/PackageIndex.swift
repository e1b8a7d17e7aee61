// SPDX-License-Identifier: Apache-2.0
package import AssayCore
import AssayRuleSets

/// The versions of plugins that a publisher offers, from a file in YAML or JSON.
///
///     index: 1
///     plugins:
///       fleet: [1.2.0, 1.10.0]
package struct PackageIndex: Sendable {
    private let versions: [String: [SemanticVersion]]

    /// Reads an index.
    ///
    /// - Throws: `RuleSetError` if the file cannot be read or is malformed, with line and column.
    package init(file path: String) throws(RuleSetError) {
        guard !path.contains("://") else {
            throw RuleSetError([
                RuleSetIssue(
                    code: Self.code, message: "'\(path)' is a URL",
                    help: "nothing is downloaded: download it with your own tools, such as curl -fO"
                )
            ])
        }
        let root = try PlacedValueReader.read(contentsOfFile: path)
        let start = FileLocation(file: path, line: 1, column: 1)
        guard let root, root["index"]?.value == .integer(1) else {
            throw Self.error(
                "the index must begin with 'index: 1'", at: root?["index"]?.location ?? start)
        }
        guard case .mapping(let plugins)? = root["plugins"]?.content else {
            throw Self.error(
                "'plugins' must map ids to lists of versions",
                at: root["plugins"]?.location ?? start)
        }
        var versions: [String: [SemanticVersion]] = [:]
        for (id, list) in plugins { versions[id] = try Self.versions(list) }
        self.versions = versions
    }

    /// The newest version of a plugin that is newer than another one.
    ///
    /// - Parameters:
    ///   - version: The installed version. Pre-releases count only if it is a pre-release too.
    ///   - id: The plugin.
    /// - Returns: The version, or `nil` if there is no newer one.
    package func newer(than version: SemanticVersion, of id: String) -> SemanticVersion? {
        (versions[id] ?? []).filter { candidate in
            version < candidate && (!candidate.isPreRelease || version.isPreRelease)
        }.max()
    }

    private static let code = "package.store"

    private static func versions(_ list: PlacedValue) throws(RuleSetError) -> [SemanticVersion] {
        guard case .list(let elements) = list.content else {
            throw error("the versions of a plugin must be a list", at: list.location)
        }
        var versions: [SemanticVersion] = []
        for element in elements {
            guard case .scalar(.string(let text)) = element.content,
                let version = SemanticVersion(text)
            else {
                throw error(
                    "expected a semantic version, found \(abbreviated(element.value.json))",
                    at: element.location)
            }
            versions.append(version)
        }
        return versions
    }

    private static func error(_ message: String, at location: FileLocation) -> RuleSetError {
        RuleSetError([RuleSetIssue(code: code, message: message, location: location)])
    }
}
