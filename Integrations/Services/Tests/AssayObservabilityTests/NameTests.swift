// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// The tables of `docs/services.md` and `docs/server.md` have the names that the sources use, and no others.
struct NameTests {
    private static let package = URL(filePath: #filePath).appending(path: "../../..")
        .standardizedFileURL

    private func matches(of pattern: String, in text: String) throws -> Set<String> {
        let pattern = try Regex(pattern, as: (Substring, Substring).self)
        return Set(text.matches(of: pattern).map { String($0.output.1) })
    }

    private func sources() throws -> String {
        try ["AssayObservability", "AssayServer"].map { target in
            let folder = Self.package.appending(path: "Sources/\(target)").path
            let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
            return try files.filter { $0.hasSuffix(".swift") }.map {
                try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
            }.joined()
        }.joined()
    }

    /// The first columns of all tables of both pages.
    private func columns() throws -> String {
        try ["services", "server"].map { page in
            let path = Self.package.appending(path: "../../docs/\(page).md").path
            let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
            return lines.filter { $0.hasPrefix("| `") }
                .compactMap { $0.split(separator: "|").first }.joined(separator: "\n")
        }.joined(separator: "\n")
    }

    @Test(arguments: [
        (#""(assay_[a-z_]+_(?:total|seconds|running))""#, "`(assay_[a-z_]+)`"),
        (#""((?:assay|error)\.[a-z_]+)"[:\]]"#, #"`((?:assay|error)\.[a-z_]+)`"#),
    ])
    func namesAreDocumented(inSources: String, inTables: String) throws {
        var names = try matches(of: inSources, in: try sources())
        // It is written by what writes the others.
        if names.contains("assay_records_total") { names.insert("assay_series_dropped_total") }
        #expect(names.count > 9)
        #expect(try matches(of: inTables, in: try columns()) == names)
    }
}
