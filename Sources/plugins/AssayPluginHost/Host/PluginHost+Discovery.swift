// SPDX-License-Identifier: Apache-2.0
public import AssayCore
import AssaySystem
internal import CPluginHost

extension PluginHost {
    /// The variable of the environment that `loadFromEnvironment` reads.
    package static let pathVariable = "ASSAY_PLUGIN_PATH"

    /// Loads plugins one after the other; one that fails does not keep the others out.
    ///
    /// - Parameters:
    ///   - paths: Libraries, and directories as in `loadAll`.
    ///   - registry: Takes the rules.
    /// - Returns: The outcome for each library, in order, which is in `plugins` too.
    @discardableResult
    public func load(
        paths: some Sequence<String>, into registry: RuleRegistry
    ) -> [Result<LoadedPlugin, PluginError>] {
        paths.flatMap { path in
            FileSystem.isDirectory(path)
                ? loadAll(in: path, into: registry) : [status(of: path, into: registry)]
        }
    }

    /// Loads every `*.so` in a directory, ordered by the bytes of their names.
    ///
    /// Directories in it are not looked into, and names that begin with a period are left out. Of files
    /// with versions of one plugin only the newest is loaded; the others are passed over, and so are
    /// links to files of the directory. A file whose manifest cannot be read or, without one, that fails
    /// in the probe takes no part: an older version is loaded then. Where the newest fails later, none is.
    ///
    /// - Returns: The outcome for each library that is not passed over, or that the directory cannot be
    ///   read.
    @discardableResult
    public func loadAll(in directory: String, into registry: RuleRegistry) -> [Result<
        LoadedPlugin, PluginError
    >] {
        do throws(StageError) {
            let choice = LibraryChoice(try Self.libraries(in: directory), for: self)
            note(choice.passedOver)
            return choice.chosen.map { path, failure in
                failure.map { .failure(note($0, path: path)) } ?? status(of: path, into: registry)
            }
        } catch {
            return [.failure(note(error, path: directory))]
        }
    }

    /// Loads the libraries of a directory that are among some paths, chosen as by `loadAll`.
    ///
    /// - Returns: The outcome for each of them that is not passed over, with its path.
    func loadNew(
        _ paths: Set<String>, among libraries: [String], into registry: RuleRegistry
    ) -> [(path: String, status: PluginStatus)] {
        let choice = LibraryChoice(libraries, for: self)
        note(choice.passedOver)
        return choice.chosen.filter { paths.contains($0.path) }.map { path, failure in
            let error = failure.map { tell(note($0, path: path), of: nil) }
            return (path, error.map { .failure($0) } ?? status(of: path, into: registry))
        }
    }

    /// Loads the plugins that the variable `ASSAY_PLUGIN_PATH` names: libraries and directories with ':'
    /// between them.
    ///
    /// Nothing else reads the variable. It is not trusted where the program has more rights than
    /// its user (set-user-ID, capabilities).
    ///
    /// - Returns: The outcome for each library, and an error if there is an empty entry; nothing if
    ///   the variable is empty or not set.
    @discardableResult
    public func loadFromEnvironment(into registry: RuleRegistry) -> [Result<
        LoadedPlugin, PluginError
    >] {
        guard let text = assay_trusted_variable(Self.pathVariable) else { return [] }
        return load(pathList: String(cString: text), into: registry)
    }

    func load(pathList text: String, into registry: RuleRegistry) -> [PluginStatus] {
        guard !text.isEmpty else { return [] }
        let entries = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        let outcomes = load(paths: entries.filter { !$0.isEmpty }, into: registry)
        guard entries.contains("") else { return outcomes }
        let error = StageError(
            .open, found: "an empty entry in \(Self.pathVariable)",
            expected: "paths with one ':' between them",
            remedy: "remove the extra ':'; '.' is the current directory")
        return [.failure(note(error, path: text))] + outcomes
    }

    /// The paths of the libraries that `load(paths:into:)` takes; a directory that cannot be read has
    /// none.
    package static func libraries(of paths: some Sequence<String>) -> [String] {
        paths.flatMap { path in
            FileSystem.isDirectory(path) ? (try? libraries(in: path)) ?? [] : [path]
        }
    }

    /// The libraries and directories that `loadFromEnvironment` takes.
    package static var environmentPaths: [String] {
        guard let text = assay_trusted_variable(pathVariable) else { return [] }
        return String(cString: text).split(separator: ":").map(String.init)
    }

    /// Returns the path of the signature of a library.
    package static func signature(of path: String) -> String { path + ".sig" }

    /// Returns the path of the signature of a library, which may be a link.
    ///
    /// The signature is beside the path. If only the file that a link leads to has a signature, it
    /// is beside that file.
    package static func existingSignature(of path: String) -> String {
        let own = signature(of: path)
        guard !FileSystem.exists(own), let target = try? FileSystem.resolve(path),
            FileSystem.exists(signature(of: target))
        else { return own }
        return signature(of: target)
    }

    private func status(of path: String, into registry: RuleRegistry) -> PluginStatus {
        do throws(PluginError) {
            return .success(try load(path: path, into: registry))
        } catch {
            return .failure(error)
        }
    }

    /// The paths of the libraries in a directory.
    ///
    /// - Throws: An error of stage open if it cannot be read.
    static func libraries(in directory: String) throws(StageError) -> [String] {
        do throws(SystemError) {
            return try FileSystem.names(inDirectory: directory)
                .filter { $0.hasSuffix(".so") && !$0.hasPrefix(".") }
                .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
                .map { FileSystem.path(of: $0, in: directory) }
        } catch {
            throw StageError(
                .open, found: "an error (\(error))", expected: "a directory that can be read",
                remedy: "check the path")
        }
    }
}
