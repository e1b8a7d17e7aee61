// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The compilers that are at hand.
enum Toolchain {
    /// Whether a program is in `PATH`.
    static func has(_ program: String) -> Bool {
        let folders = getenv("PATH").map { String(cString: $0) } ?? ""
        return folders.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
    }

    /// The languages of plugins that can be built, as `--language` names them.
    static var languages: [String] {
        [("c", "cc"), ("cpp", "c++"), ("rust", "cargo"), ("swift", "swift")]
            .filter { has($0.1) }.map(\.0)
    }
}
