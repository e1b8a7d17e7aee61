// SPDX-License-Identifier: Apache-2.0
import AssaySystem

extension PluginPolicy {
    /// Checks the libraries that the loader takes along with a plugin.
    ///
    /// - Parameters:
    ///   - file: The plugin, which has passed the preflight.
    ///   - path: As it was given.
    /// - Throws: An error of stage policy or trust, or of the stage at which a library fails.
    func checkNeededLibraries(of file: ELFFile, path: String) throws(StageError) {
        try SanitizerRuntime.check(file)
        var libraries = NeededLibraries(policy: self)
        // The loader sees the copy of the plugin, by its descriptor.
        try libraries.check(file, named: path, origin: "/proc/self/fd")
    }
}

/// Checks what the loader takes from directories that are not the system's, before it does.
///
/// Every file is looked at that the loader could take, not only the one that it would: which that is
/// depends on the machine and on what is loaded already.
struct NeededLibraries {
    private let policy: PluginPolicy
    private let program = ProgramFiles.beforePlugins
    private let libraryPath = ProgramFiles.libraryPath
    /// The paths of libraries that were checked.
    private var checked: Set<String> = []

    init(policy: PluginPolicy) {
        self.policy = policy
    }

    /// Checks what a library needs, and what that needs.
    ///
    /// - Parameters:
    ///   - file: The library.
    ///   - library: Its name, for messages.
    ///   - origin: The directory in which the loader finds it.
    ///   - inherited: The run paths of those that need the library.
    /// - Throws: The first error.
    mutating func check(
        _ file: ELFFile, named library: String, origin: String, inherited: [RunPath.Entry] = []
    ) throws(StageError) {
        let dynamic = try ELFDynamic(file)
        let names = try dynamic.neededLibraries().filter { !Self.isOfEveryProcess($0) }
        guard !names.isEmpty else { return }
        let own = try RunPath(
            try dynamic.runPath(), of: library, origin: origin,
            allowsRelative: !policy.checksDirectories)
        for entry in own.entries {
            try check(directory: entry.directory, "in the run path of '\(oneLine(library))'")
        }
        let entries = own.entries + inherited
        for name in names {
            let need = "the library '\(oneLine(name))' that '\(oneLine(library))' needs"
            if name.contains("/") {
                try check(path: name, need, origin: origin, inherited: entries)
            } else {
                try check(name: name, need, inherited: entries)
            }
        }
    }

    /// The loader itself and the C library are loaded in every process, and not looked for.
    private static func isOfEveryProcess(_ name: String) -> Bool {
        [
            "libc.so.6", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1",
            "ld-linux-riscv64-lp64d.so.1",
        ].contains(name)
    }

    // MARK: - Directories

    /// No one else may put a file into a directory: no one may write it, or make it.
    private func check(directory: String, _ place: String) throws(StageError) {
        guard policy.checksDirectories else { return }
        let existing = Self.existing(directory)
        if program.directories.contains(existing) { return }
        try Self.explain(place, otherwise: "link without this run path") {
            () throws(StageError) in
            var nodes = try PluginFile.directories(to: existing)
            // In a sticky directory everybody can still make what is not there yet.
            if let last = nodes.popLast() { nodes.append(last.notSticky) }
            try policy.check(nodes)
        }
    }

    /// Returns the longest part of a path that exists, with symbolic links resolved.
    private static func existing(_ path: String) -> String {
        var result = "/"
        for name in path.split(separator: "/") {
            guard
                let next = try? FileSystem.resolve(
                    FileSystem.path(of: String(name), in: result))
            else { break }
            result = next
        }
        return result
    }

    // MARK: - Files

    private mutating func check(
        path text: String, _ need: String, origin: String, inherited: [RunPath.Entry]
    ) throws(StageError) {
        let path = RunPath.expand(text, origin: origin)
        guard path.hasPrefix("/") || !policy.checksDirectories, !path.contains("$") else {
            throw StageError(
                .policy, found: "\(need), relative to the working directory",
                expected: "its name or an absolute path",
                remedy: "give the library a name with -soname, and link again")
        }
        try check(directory: FileSystem.directory(of: path), "of \(need)")
        guard FileSystem.exists(path) else { return }
        try check(file: path, need, inherited: inherited)
    }

    /// A library that the loader looks for.
    private mutating func check(
        name: String, _ need: String, inherited entries: [RunPath.Entry]
    ) throws(StageError) {
        for entry in entries {
            try check(
                name, in: entry.directory,
                "\(need), from the run path '\(oneLine(entry.text))'", inherited: entries)
        }
        for directory in libraryPath {
            try check(name, in: directory, "\(need), from LD_LIBRARY_PATH", inherited: entries)
        }
    }

    private mutating func check(
        _ name: String, in directory: String, _ need: String, inherited: [RunPath.Entry]
    ) throws(StageError) {
        for place in Self.places(in: directory) {
            let path = FileSystem.path(of: name, in: place)
            guard FileSystem.exists(path) else { continue }
            try check(file: path, need, inherited: inherited)
        }
    }

    /// The directory, and those in it with libraries for certain processors.
    private static func places(in directory: String, depth: Int = 3) -> [String] {
        let variants = FileSystem.path(of: "glibc-hwcaps", in: directory)
        let known = ((try? FileSystem.names(inDirectory: variants)) ?? [])
            .map { FileSystem.path(of: $0, in: variants) }
        guard depth > 0 else { return [directory] + known }
        // Those of a C library before 2.37.
        let old = ["tls", "haswell", "xeon_phi", "avx512_1", "x86_64", "aarch64", "atomics"]
            .map { FileSystem.path(of: $0, in: directory) }.filter(FileSystem.isDirectory)
        return [directory] + known + old.flatMap { places(in: $0, depth: depth - 1) }
    }

    private mutating func check(
        file path: String, _ need: String, inherited: [RunPath.Entry]
    ) throws(StageError) {
        let copy = try Self.explain(
            need, otherwise: "install the library in a directory of the system"
        ) { () throws(StageError) in try trustedCopy(of: path) }
        guard let copy else { return }
        let file = try Self.explain(need, otherwise: nil) { () throws(StageError) in
            try ELFFile(copy.bytes)
        }
        try check(
            file, named: path, origin: FileSystem.directory(of: path), inherited: inherited)
        withExtendedLifetime(copy) {}
    }

    /// The bytes of a library that may be loaded; nil for one that was checked, and for those of the
    /// program and of the system.
    private mutating func trustedCopy(of path: String) throws(StageError) -> PrivateCopy? {
        let file = try PluginFile(path: path, maximumBytes: policy.maximumBytes)
        guard checked.insert(file.status.path).inserted, !program.paths.contains(file.status.path)
        else { return nil }
        try policy.check(file.directories + [file.status])
        if Self.isOfSystem(file.status, in: file.directories) { return nil }
        let copy = try PrivateCopy(of: file)
        #if PluginSignatures
        try policy.requiredTrust?.check(copy, path: path)
        #endif
        return copy
    }

    #if arch(x86_64)
    private static let architecture = "x86_64-linux-gnu"
    #elseif arch(arm64)
    private static let architecture = "aarch64-linux-gnu"
    #else
    private static let architecture = "riscv64-linux-gnu"
    #endif

    /// Returns `true` if a library is in a directory of the system to which only root can write.
    private static func isOfSystem(_ file: PathStatus, in directories: [PathStatus]) -> Bool {
        let roots = ["/lib", "/usr/lib", "/lib64", "/usr/lib64"]
        let places = roots + roots.map { "\($0)/\(architecture)" }
        let others = PathStatus.groupWritable | PathStatus.worldWritable
        return places.contains(FileSystem.directory(of: file.path))
            && (directories + [file]).allSatisfy { $0.owner == 0 && $0.permissions & others == 0 }
    }

    /// Adds to an error what was looked at, and what else can be done.
    private static func explain<Result>(
        _ place: String, otherwise: String?, _ body: () throws(StageError) -> Result
    ) throws(StageError) -> Result {
        do throws(StageError) {
            return try body()
        } catch {
            throw StageError(
                error.stage, found: "\(error.found) (\(place))", expected: error.expected,
                remedy: otherwise.map { "\(error.remedy), or \($0)" } ?? error.remedy)
        }
    }
}
