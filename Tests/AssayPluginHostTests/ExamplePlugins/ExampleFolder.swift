// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import Foundation
import Glibc

/// An example plugin that the package does not build, which its folder in `Plugins` does.
enum ExampleFolder: String {
    case wordList = "WordList"

    /// The file's name, which is the plugin's id.
    private var library: String { rawValue.prefix(1).lowercased() + rawValue.dropFirst() }

    /// The libraries that were built, once for all tests.
    private static let built = Locked<[ExampleFolder: Result<Workshop, any Error>]>([:])

    /// Whether there are `make` and a C compiler.
    static let hasTools = Program.find("make") != nil && Program.find("cc") != nil

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
        return try result.get().path("\(library).so")
    }

    private func build() throws -> Workshop {
        let workshop = try Workshop()
        try Program.run(
            Program.find("make") ?? "make",
            ["-C", Repository.path("Plugins/\(rawValue)"), "OUT=\(workshop.directory)"])
        chmod(workshop.path("\(library).so"), 0o644)
        return workshop
    }

    private static func removeAll() {
        for result in built.withLock(\.values) {
            guard case .success(let workshop) = result else { continue }
            try? FileManager.default.removeItem(atPath: workshop.directory)
        }
    }
}
