// SPDX-License-Identifier: Apache-2.0
import AssaySystem
import Foundation
import PluginWorkshop
import Testing

@testable import AssayPluginHost

/// Good libraries of several compilers and linkers: those that this process has loaded.
@Suite struct PreflightTests {
    private static func libraries() throws -> [String] {
        let maps = (try? SmallFile.read("/proc/self/maps", limit: .max)) ?? []
        let paths = String(decoding: maps, as: UTF8.self).split(separator: "\n").compactMap {
            line in
            line.firstIndex(of: "/").map { String(line[$0...]) }
        }
        // Other tests load plugins out of /tmp, and the host out of memory.
        return Set(paths).filter { path in
            path.contains(".so") && !path.hasPrefix("/tmp/") && !path.hasPrefix("/memfd:")
        }.sorted()
    }

    /// They have all that a library can have but the entry; the C library can be run.
    @Test func nothingElseIsFoundInOtherLibraries() throws {
        let libraries = try Self.libraries()
        #expect(libraries.count > 5)
        for path in libraries {
            let found = try bytes(of: path).withUnsafeBytes { bytes in
                do throws(StageError) {
                    try Preflight.check(ELFFile(bytes))
                    return "nothing"
                } catch {
                    return error.found
                }
            }
            #expect(
                found == "no exported assay_plugin_entry_v1" || found == "an executable",
                "\(path)")
        }
    }
}
