// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// Directories whose libraries are loaded when they come.
struct WatchedDirectories {
    let paths: [String]
    private let registry: RuleRegistry
    private let host: PluginHost
    /// Libraries that were tried, or passed over, and how their files were then.
    private var tried: [String: PluginFingerprint] = [:]

    /// - Parameters:
    ///   - paths: The directories.
    ///   - registry: Takes the rules.
    ///   - host: Loads the libraries; those that it has tried are tried again when they change.
    init(paths: [String], registry: RuleRegistry, host: PluginHost) {
        self.paths = paths
        self.registry = registry
        self.host = host
        var known = Set(host.passedOver.map(\.path))
        for case .failure(let error) in host.plugins { known.insert(error.path) }
        for path in known { tried[path] = PluginFingerprint(path: path) }
    }

    /// Loads what is new.
    ///
    /// - Parameter loaded: The paths of plugins that are loaded.
    /// - Returns: The outcomes, with how the files were before they were read.
    mutating func loadNew(
        except loaded: Set<String>
    ) -> [(path: String, fingerprint: PluginFingerprint, status: PluginStatus)] {
        var outcomes: [(path: String, fingerprint: PluginFingerprint, status: PluginStatus)] = []
        for directory in paths {
            // A directory that is gone has none; when it is there again, it is not watched any more.
            guard let libraries = try? PluginHost.libraries(in: directory) else { continue }
            var new: [String: PluginFingerprint] = [:]
            for path in libraries where !loaded.contains(path) {
                let fingerprint = PluginFingerprint(path: path)
                if tried[path] != fingerprint { new[path] = fingerprint }
            }
            guard !new.isEmpty else { continue }
            tried.merge(new) { $1 }
            for (path, status) in host.loadNew(Set(new.keys), among: libraries, into: registry) {
                if let fingerprint = new[path] { outcomes.append((path, fingerprint, status)) }
            }
        }
        return outcomes
    }
}
