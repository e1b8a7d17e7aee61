// SPDX-License-Identifier: Apache-2.0
import Synchronization
import AssayCore
import AssayPluginHost
import Foundation
import Glibc

/// An example plugin that the package does not build, which its folder in `Plugins` does.
///
/// The raw values are folders in `Plugins`.
enum ExampleFolder: String {
    case fleetC = "Fleet/C"
    case fleetCpp = "Fleet/Cpp"
    case fleetRust = "Fleet/Rust"
    case geo = "Geo"
    case phone = "Phone"
    case sqlite = "SQLite"
    case wordList = "WordList"

    /// The name of the library; most cases have that of the plugin.
    private var library: String {
        switch self {
        case .fleetC: "fleet-c.so"
        case .fleetCpp: "fleet-cpp.so"
        case .fleetRust: "fleet-rust.so"
        case .geo, .phone, .sqlite, .wordList: "\(self).so"
        }
    }

    /// The libraries that were built, once for all tests.
    private static let built = Locked<[ExampleFolder: Result<Workshop, any Error>]>([:])

    /// Whether its compiler and libraries are there.
    ///
    /// Where CI is set they have to be: building it says what is missing.
    var isBuildable: Bool {
        if getenv("CI") != nil { return true }
        guard let make = Program.find("make") else { return false }
        let folder = Repository.path("Plugins/\(rawValue)")
        return (try? Program.run(make, ["-C", folder, "check"])) != nil
    }

    /// The library, built as an author builds it.
    ///
    /// - Throws: What the build says.
    func path() throws -> String {
        let result = Self.built.withLock { built in
            if built.isEmpty { atexit { ExampleFolder.removeAll() } }
            if let result = built[self] { return result }
            let result = Result { try build() }
            built[self] = result
            return result
        }
        return try result.get().path(library)
    }

    private func build() throws -> Workshop {
        let workshop = try Workshop()
        try Program.run(
            Program.find("make") ?? "make",
            ["-C", Repository.path("Plugins/\(rawValue)"), "OUT=\(workshop.directory)"])
        chmod(workshop.path(library), 0o644)
        return workshop
    }

    private static func removeAll() {
        for result in built.withLock(\.values) {
            guard case .success(let workshop) = result else { continue }
            try? FileManager.default.removeItem(atPath: workshop.directory)
        }
    }
}
