// SPDX-License-Identifier: Apache-2.0
internal import CPluginHost
import AssaySystem

/// The choice of the executable that tries a library before it is loaded, if any.
///
/// The probe, `assay-plugin-probe`, loads the library, checks its table and calls `init` and
/// `shutdown`. It does all this in a process of its own, in a jail in which it can read files, but
/// can neither change them nor reach the network or other processes, as far as the kernel can
/// ensure that. A library that crashes, hangs, exits or changes the process there fails to load,
/// and this process never loads it. The probe does not show what the plugin does later, in `create`
/// and `evaluate`.
///
/// The path of the executable is in the environment variable `ASSAY_PLUGIN_PROBE`. If that is not
/// set, the executable is beside the executable of this process. It must be of the same version as
/// this library.
public enum PluginProbe: Sendable, Equatable {
    /// Nothing is tried.
    case off
    /// Libraries are tried if the executable is found. A program that does not ship it loads plugins
    /// without; one that does cannot forget to turn it on. The standard policy.
    case whenAvailable
    /// Without the executable, no plugin is loaded.
    case required
    /// The executable at this path; without it, no plugin is loaded.
    case executable(String)

    package static let name = "assay-plugin-probe"
    static let variable = "ASSAY_PLUGIN_PROBE"

    /// The probe of an installation, for a library in a process whose program is another one's.
    ///
    /// - Parameter address: In the code or the data of the library, such as `#dsohandle`.
    /// - Returns: The executable beside the library, or in `../bin` or `../libexec/assay` from there; else
    ///   what `required` finds.
    package static func installed(with address: UnsafeRawPointer) -> PluginProbe {
        guard let image = assay_image_path(address),
            let file = try? FileSystem.resolve(String(cString: image))
        else { return .required }
        let directory = FileSystem.directory(of: file)
        let found = ["", "/../bin", "/../libexec/assay"]
            .map { FileSystem.path(of: name, in: directory + $0) }
            .first { FileSystem.isExecutable($0) }
        return found.map { .executable($0) } ?? .required
    }

    /// The executable, or nil if nothing is to be tried.
    ///
    /// - Throws: An error of stage probe if there must be one and is none.
    func path() throws(StageError) -> String? {
        switch self {
        case .off: return nil
        case .executable(let path): return path
        case .whenAvailable: return Self.find()
        case .required:
            if let path = Self.find() { return path }
            throw StageError(
                .probe, found: "no executable \(Self.name) to try the plugin with",
                expected: "it beside the program, or its path in \(Self.variable)",
                remedy: "install it there")
        }
    }

    /// The path in the environment is taken even if there is nothing: it was meant to be used.
    private static func find() -> String? {
        if let path = assay_trusted_variable(variable) { return String(cString: path) }
        guard let program = try? FileSystem.resolve("/proc/self/exe") else { return nil }
        let path = FileSystem.path(of: name, in: FileSystem.directory(of: program))
        return FileSystem.isExecutable(path) ? path : nil
    }
}
