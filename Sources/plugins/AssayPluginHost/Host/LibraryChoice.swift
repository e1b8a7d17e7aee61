// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssaySystem

/// A library of a directory that was not loaded because another one was.
package struct PassedOverLibrary: Sendable, Equatable {
    package enum Reason: Sendable, Equatable {
        /// The other one is the same plugin in a newer version.
        case older(id: String, version: String)
        /// It is a link to the other one, or to the same file as that.
        case link
    }

    package let path: String
    package let reason: Reason
    /// The library that was loaded, or would have been if it had not failed.
    package let other: String
}

/// The libraries of a directory to load: the newest version of each plugin, one path of each file.
///
/// The manifest of a library names its plugin and version, or the probe finds them if there is
/// none. Only libraries that pass the policy and the trust that it requires take part, so that an
/// unsigned file cannot replace a signed one.
struct LibraryChoice {
    /// The paths to load, in order, each with its error if it cannot be loaded and need not be
    /// tried.
    private(set) var chosen: [(path: String, failure: StageError?)] = []
    private(set) var passedOver: [PassedOverLibrary] = []

    /// - Parameters:
    ///   - paths: The libraries of a directory.
    ///   - host: The host that is to load them.
    init(_ paths: [String], for host: PluginHost) {
        guard paths.count > 1 else {
            chosen = paths.map { ($0, nil) }
            return
        }
        var candidates: [Candidate] = []
        for path in withoutLinks(paths) { candidates.append(Candidate(path, for: host)) }
        for candidate in candidates {
            guard let own = candidate.identity,
                let newest = Self.newest(of: own.id, in: candidates), own.version < newest.version
            else {
                chosen.append((candidate.path, candidate.failure))
                continue
            }
            passedOver.append(
                PassedOverLibrary(
                    path: candidate.path,
                    reason: .older(id: own.id, version: own.version.description),
                    other: newest.path))
        }
    }

    /// The first of those that have the newest version.
    private static func newest(
        of id: String, in candidates: [Candidate]
    ) -> (path: String, version: SemanticVersion)? {
        var newest: (path: String, version: SemanticVersion)?
        for candidate in candidates {
            guard let identity = candidate.identity, identity.id == id else { continue }
            if newest.map({ $0.version < identity.version }) ?? true {
                newest = (candidate.path, identity.version)
            }
        }
        return newest
    }

    /// Returns one path for each file: the file itself, or the first link to it.
    private mutating func withoutLinks(_ paths: [String]) -> [String] {
        var kept: [String: String] = [:]
        let resolved = paths.map { (path: $0, file: (try? FileSystem.resolve($0)) ?? $0) }
        for (path, file) in resolved where kept[file] == nil || !Self.isLink(path) {
            kept[file] = path
        }
        var result: [String] = []
        for (path, file) in resolved {
            if let other = kept[file], other != path {
                passedOver.append(PassedOverLibrary(path: path, reason: .link, other: other))
            } else {
                result.append(path)
            }
        }
        return result
    }

    private static func isLink(_ path: String) -> Bool {
        (try? FileStatus(path: path, followsLink: false))?.kind == .symbolicLink
    }
}

/// A library that may be loaded.
private struct Candidate {
    let path: String
    /// The id and version, or `nil` if they are not known before it is loaded.
    private(set) var identity: (id: String, version: SemanticVersion)?
    /// The reason it cannot be loaded, or `nil` if none is known.
    private(set) var failure: StageError?

    init(_ path: String, for host: PluginHost) {
        self.path = path
        do throws(StageError) {
            let manifest = try PluginHost.calls.perform { () throws(StageError) in
                try host.manifest(ofFile: path)
            }
            identity = manifest.flatMap { manifest in
                SemanticVersion(manifest.version).map { (manifest.id, $0) }
            }
        } catch {
            failure = error
        }
    }
}

extension PluginHost {
    /// Returns the manifest of a library that passes the stages open to manifest.
    ///
    /// - Returns: Its manifest, or the one that the probe makes of its table, or `nil` if there is
    ///   no probe.
    fileprivate func manifest(ofFile path: String) throws(StageError) -> PluginManifest? {
        let copy = try readCopy(of: path)
        try checkTrust(of: copy, path: path)
        let file = try ELFFile(copy.bytes)
        try Preflight.check(file)
        try policy.checkNeededLibraries(of: file, path: path)
        defer { withExtendedLifetime(copy) {} }
        let note = try policy.manifest(in: file)
        #if PluginSignatures
        try policy.requiredTrust?.check(note, of: copy, path: path)
        #endif
        if let note { return note }
        guard !policy.isForDebugging, try policy.probe.path() != nil else { return nil }
        return try StampedPlugin.manifest(of: copy, path: path, policy: policy)
    }
}
