// SPDX-License-Identifier: Apache-2.0
public import AssayCore
internal import CPluginHost
import Glibc

extension PluginHost {
    /// The variable of the environment that `loadFromEnvironment` reads.
    public static let pathVariable = "ASSAY_PLUGIN_PATH"

    /// Loads plugins one after the other; one that is refused does not keep the others out.
    ///
    /// - Parameters:
    ///   - paths: Libraries, and directories as in `loadAll`.
    ///   - registry: Takes the rules.
    /// - Returns: The outcome for each library, in order; refusals are in `plugins` too.
    @discardableResult
    public func load(
        paths: some Sequence<String>, into registry: RuleRegistry
    ) -> [PluginStatus] {
        paths.flatMap { path in
            Self.isDirectory(path)
                ? loadAll(in: path, into: registry) : [status(of: path, registry)]
        }
    }

    /// Loads every `*.so` in a directory, ordered by the bytes of their names.
    ///
    /// Directories in it are not looked into, and names that begin with a period are left out.
    ///
    /// - Returns: The outcome for each library, or that the directory cannot be read.
    @discardableResult
    public func loadAll(in directory: String, into registry: RuleRegistry) -> [PluginStatus] {
        do throws(Refusal) {
            return try Self.libraries(in: directory).map { status(of: $0, registry) }
        } catch {
            return [.refused(note(error, path: directory))]
        }
    }

    /// Loads what the variable `ASSAY_PLUGIN_PATH` names: libraries and directories with ':'
    /// between them.
    ///
    /// Nothing else reads the variable. It is not trusted where the program has more rights than
    /// its user (set-user-ID, capabilities).
    ///
    /// - Returns: The outcome for each library, and a refusal if there is an empty entry; nothing if
    ///   the variable is empty or not set.
    @discardableResult
    public func loadFromEnvironment(into registry: RuleRegistry) -> [PluginStatus] {
        guard let text = assay_trusted_variable(Self.pathVariable) else { return [] }
        return load(pathList: String(cString: text), into: registry)
    }

    func load(pathList text: String, into registry: RuleRegistry) -> [PluginStatus] {
        guard !text.isEmpty else { return [] }
        let entries = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        let outcomes = load(paths: entries.filter { !$0.isEmpty }, into: registry)
        guard entries.contains("") else { return outcomes }
        let refusal = Refusal(
            .open, found: "an empty entry in \(Self.pathVariable)",
            expected: "paths with one ':' between them",
            remedy: "take away the ':' that is too many; '.' is the current directory")
        return [.refused(note(refusal, path: text))] + outcomes
    }

    /// The paths of the libraries that `load(paths:into:)` takes; a directory that cannot be read has
    /// none.
    package static func libraries(of paths: some Sequence<String>) -> [String] {
        paths.flatMap { path in
            isDirectory(path) ? (try? libraries(in: path)) ?? [] : [path]
        }
    }

    /// The libraries and directories that `loadFromEnvironment` takes.
    package static var environmentPaths: [String] {
        guard let text = assay_trusted_variable(pathVariable) else { return [] }
        return String(cString: text).split(separator: ":").map(String.init)
    }

    /// Where the signature of a library is.
    package static func signature(of path: String) -> String { path + ".sig" }

    private func status(of path: String, _ registry: RuleRegistry) -> PluginStatus {
        do throws(PluginError) {
            return .loaded(try load(path: path, into: registry))
        } catch {
            return .refused(error)
        }
    }

    private static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The paths of the libraries in a directory.
    ///
    /// - Throws: A refusal at stage open if it cannot be read.
    private static func libraries(in directory: String) throws(Refusal) -> [String] {
        guard let stream = opendir(directory) else {
            throw Refusal(
                .open, found: "an error (\(String(cString: strerror(errno))))",
                expected: "a directory that can be read", remedy: "check the path")
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
            if name.hasSuffix(".so"), !name.hasPrefix(".") { names.append(name) }
        }
        names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return names.map { directory.hasSuffix("/") ? directory + $0 : "\(directory)/\($0)" }
    }
}
