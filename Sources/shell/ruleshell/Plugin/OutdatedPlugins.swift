// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayPluginPackages

/// Compares loaded plugins with an index of versions, for `plugin list --outdated`.
struct OutdatedPlugins {
    private let index: PackageIndex

    /// - Throws: An error if the index cannot be read or has issues.
    init(index path: String) throws(Diagnostic) {
        do throws(RuleSetError) {
            index = try PackageIndex(file: path)
        } catch {
            try Diagnostic.throwAll(error.diagnostics(in: [path]))
            throw Diagnostic("package.store", "cannot read the index '\(path)'")
        }
    }

    /// Prints the plugins of which there is a newer version; files that failed are warnings.
    ///
    /// - Returns: `findings` if there are any.
    func report(_ host: PluginHost, asJSON isJSON: Bool) throws(Diagnostic) -> ExitStatus {
        var found: [(plugin: LoadedPlugin, newest: SemanticVersion)] = []
        for status in host.plugins {
            switch status {
            case .failure(let error): StandardError.write(Diagnostic(error).shownWarning)
            case .success(let plugin):
                guard let version = SemanticVersion(plugin.version),
                    let newest = index.newer(than: version, of: plugin.id)
                else { continue }
                found.append((plugin, newest))
            }
        }
        let lines = found.map { plugin, newest in
            SafeText.line("\(plugin.id) \(plugin.version): \(newest) is newer (\(plugin.path))")
                + "\n"
        }
        let value: Value = ["outdated": .array(found.map(Self.value))]
        let text = isJSON ? value.json + "\n" : lines.joined()
        guard StandardOutput.write(Array(text.utf8)) else { return .unusable }
        return found.isEmpty ? .valid : .findings
    }

    private static func value(_ found: (plugin: LoadedPlugin, newest: SemanticVersion)) -> Value {
        [
            "id": .string(found.plugin.id), "version": .string(found.plugin.version),
            "newest": .string(found.newest.description), "path": .string(found.plugin.path),
        ]
    }
}
