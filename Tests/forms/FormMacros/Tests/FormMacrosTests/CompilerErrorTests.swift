// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// What the compiler says of validated types, by a real compiler with the macro.
struct CompilerErrorTests {
    /// The modules and the macro, as they were built for these tests.
    private static let products = URL(filePath: CommandLine.arguments[0])
        .deletingLastPathComponent()
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../../..").standardized

    /// The errors of a source, each with its line, or that of the attribute in whose expansion it is.
    private func errors(in source: String) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "Types.swift")
        try "import AssayForms\n\(source)\n".write(to: file, atomically: true, encoding: .utf8)
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = try arguments + [file.path]
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        try #require(process.terminationReason == .exit, "\(text)")
        let lines = text.split(separator: "\n").filter { $0.contains(": error: ") }
        try #require((process.terminationStatus == 0) == lines.isEmpty, "\(text)")
        return lines.map { String($0.replacing(file.path + ":", with: "")) }
    }

    private var arguments: [String] {
        get throws {
            let macro = Self.products.appending(path: "AssayFormMacros-tool").path
            let folders =
                ["Plugins/ABI/include"]
                + ["engine/CPCRE2", "rulesets/CYAML", "reading/CZlib", "reading/CZstd"]
                .map { "Sources/" + $0 }
            let maps = try FileManager.default.contentsOfDirectory(atPath: Self.products.path)
                .filter { $0.hasPrefix("C") && $0.hasSuffix("-tool.build") }
                .map { Self.products.appending(path: $0 + "/module.modulemap").path }
                .filter { FileManager.default.fileExists(atPath: $0) }
            return [
                "swiftc", "-typecheck", "-swift-version", "6", "-diagnostic-style", "llvm",
                "-load-plugin-executable", macro + "#AssayFormMacros",
                "-I", Self.products.appending(path: "Modules-tool").path,
            ] + folders.flatMap { ["-I", Self.root.appending(path: $0).path] }
                + maps.flatMap { ["-Xcc", "-fmodule-map-file=" + $0] }
        }
    }

    private func type(_ properties: String) -> String {
        """
        typealias Age = Int
        typealias Flags = [Bool]
        enum Plan: String, Codable { case free }
        @Validated struct SignUp: Decodable {
        \(properties)
        }
        """
    }

    @Test func aRuleThatCannotCheckATypeIsAnErrorAtIt() throws {
        let found = try errors(in: type("    @Rules(.required, .length(3...20)) var age: Int?"))
        #expect(
            found == [
                "6:23: error: 'length' checks strings, but 'age' is of type 'Int?' (from macro 'Rules')"
            ])
    }

    /// Their names say nothing; the compiler knows what they stand for.
    @Test(arguments: [
        (".length(3...20)", "Age", "string", "Number", "String"),
        (".length(3...20)", "Age?", "string", "Number", "String"),
        (".positive", "Flags", "number", "Array", "Number"),
        (".greaterThan(\"value\")", "Flags?", "numberOrString", "Array", "NumberAndString"),
        (".boolean", "Age", "boolean", "Number", "Boolean"),
    ])
    func typealiasesAreSeenThrough(
        rule: String, type name: String, method: String, kind: String, rules: String
    ) throws {
        let found = try errors(in: type("    @Rules(\(rule)) var value: \(name)"))
        #expect(found.count == 1, "\(found)")
        #expect(
            found.first?.hasSuffix(
                "error: static method '\(method)' requires that '\(kind)Property' conform to "
                    + "'CheckedBy\(rules)Rules'") == true, "\(found)")
    }

    @Test func otherTypesAreLeftToTheRules() throws {
        #expect(
            try errors(
                in: type(
                    """
                        @Rules(.oneOf("free"), .length(1...4)) var plan: Plan?
                        @Rules(.length(3...20)) var name: String
                        @Rules(.range(18...)) var age: Age?
                    """)
            ).isEmpty)
    }
}
