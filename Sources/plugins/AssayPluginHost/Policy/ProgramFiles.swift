// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssaySystem

/// The files that this program runs of its own, which are as trusted as the program.
struct ProgramFiles {
    /// The files that are mapped.
    let paths: Set<String>
    /// The directories of the libraries among them.
    let directories: Set<String>

    /// The files that are mapped before the first library of a plugin is loaded.
    static let beforePlugins = ProgramFiles()

    private init() {
        let maps = (try? SmallFile.read("/proc/self/maps", limit: .max)) ?? []
        let lines = String(decoding: maps, as: UTF8.self).split(separator: "\n")
        paths = Set(
            lines.compactMap { line in line.firstIndex(of: "/").map { String(line[$0...]) } })
        directories = Set(
            paths.filter { $0.hasSuffix(".so") || $0.contains(bytesOf: ".so.") }
                .map(FileSystem.directory))
    }

    /// The directories of LD_LIBRARY_PATH.
    ///
    /// The loader of this process uses those with which the program began, and that of the probe those
    /// of now. An empty one is the working directory.
    static var libraryPath: [String] {
        let variable = "LD_LIBRARY_PATH"
        let initial = (try? SmallFile.read("/proc/self/environ", limit: .max)) ?? []
        let began = initial.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            .filter { $0.hasPrefix("\(variable)=") }.map {
                String($0.dropFirst(variable.count + 1))
            }
        return (began + [CurrentProcess.variable(variable)].compactMap(\.self)).filter {
            !$0.isEmpty
        }
        .flatMap { $0.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == ";" } }
        .map { $0.isEmpty ? "." : String($0) }
    }
}
