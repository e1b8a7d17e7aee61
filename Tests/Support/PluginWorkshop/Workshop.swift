// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc

/// A directory of one test in which plugins are made; removed at the end.
package final class Workshop: Sendable {
    package let directory: String

    /// The C compiler of the toolchain or of the system; nil if there is none.
    package static let compiler = Program.find("clang")

    package init() throws {
        var template = Array("/tmp/assay-plugins-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw Problem("mkdtemp failed") }
        directory = String(cString: made)
        chmod(directory, 0o755)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: directory)
    }

    package struct Problem: Error, CustomStringConvertible {
        package let description: String
        package init(_ description: String) { self.description = description }
    }

    package func path(_ name: String) -> String { "\(directory)/\(name)" }

    /// Writes a file with mode 0644.
    @discardableResult
    package func write(_ bytes: some Collection<UInt8>, to name: String) throws -> String {
        let path = path(name)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        chmod(path, 0o644)
        return path
    }

    /// Compiles C to a shared library, or to whatever the flags say.
    package func compile(
        _ source: String, to name: String = "plugin.so", _ flags: [String] = ["-shared", "-fPIC"]
    ) throws -> String {
        let input = try write(Array(source.utf8), to: name + ".c")
        let output = path(name)
        try Program.run(
            Self.compiler ?? "/nonexistent/clang",
            ["-w", "-O1", "-I", Repository.path("Plugins/ABI/include")] + flags
                + [input, "-o", output])
        chmod(output, 0o644)
        return output
    }
}

/// The plugins that the package builds, next to the test executable.
package enum BuiltPlugin: String, CaseIterable {
    case template = "libAssayTemplatePlugin.so"
    case booking = "libAssayBookingPlugin.so"
    case even = "libAssayEvenPlugin.so"
    case served = "libAssayServedPlugin.so"
    case taxId = "libAssayTaxIdPlugin.so"

    /// Copies with modes that the standard policy accepts, whatever the umask of the build was.
    private static let shelf: Result<Workshop, any Error> = Result {
        let shelf = try Workshop()
        for plugin in Self.allCases {
            _ = try shelf.write(
                try PluginWorkshop.bytes(of: try plugin.builtPath()), to: plugin.rawValue)
        }
        atexit { BuiltPlugin.removeShelf() }
        return shelf
    }

    private static func removeShelf() {
        guard case .success(let shelf) = shelf else { return }
        try? FileManager.default.removeItem(atPath: shelf.directory)
    }

    package func path() throws -> String { try Self.shelf.get().path(rawValue) }

    private func builtPath() throws -> String { try builtProduct(rawValue) }

    package func bytes() throws -> [UInt8] { try PluginWorkshop.bytes(of: try path()) }
}

/// The path of a product of the package, next to the test executable.
package func builtProduct(_ name: String) throws -> String {
    let executable = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let path = URL(fileURLWithPath: executable).deletingLastPathComponent()
        .appendingPathComponent(name).path
    guard access(path, R_OK) == 0 else {
        throw Workshop.Problem("\(path) was not built: run `swift build` before `swift test`")
    }
    return path
}

package func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

package func bytes(of path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
}
