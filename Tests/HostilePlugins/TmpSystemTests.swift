// SPDX-License-Identifier: Apache-2.0
import PluginWorkshop
import Foundation
import Testing
@testable import AssayPluginHost
@Suite struct TmpSystemTests {
    @Test func all() throws {
        var seen: [String: Int] = [:]
        for dir in [
            "/usr/lib/x86_64-linux-gnu", "/opt/swift/usr/lib/swift/linux", "/opt/swift/usr/lib",
            "/usr/lib/gcc/x86_64-linux-gnu/12",
        ] {
            for name in (try? FileManager.default.contentsOfDirectory(atPath: dir)) ?? []
            where name.contains(".so") {
                guard let d = FileManager.default.contents(atPath: dir + "/" + name), d.count > 64,
                    d.count < 30_000_000
                else { continue }
                let r: String = d.withUnsafeBytes { b in
                    do throws(Refusal) { try Preflight.check(ELFFile(b)); return "ok" } catch {
                        return error.found
                    }
                }
                seen[r, default: 0] += 1
                if r != "no exported assay_plugin_entry_v1"
                    && r != "a file that does not begin as ELF"
                {
                    print("SYS", name, r)
                }
            }
        }
        print("SYSALL", seen)
    }
}
