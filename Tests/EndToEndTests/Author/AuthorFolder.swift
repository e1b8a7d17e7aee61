// SPDX-License-Identifier: Apache-2.0
import Testing

/// A folder in which a plugin in C is built and ruleshell runs.
struct AuthorFolder {
    let folder: ScratchFolder
    private let ruleshell: String

    init() throws {
        folder = try ScratchFolder()
        ruleshell = try RuleShellTool.product("ruleshell")
    }

    /// Builds `NAME.so` from C.
    func build(_ source: String, to name: String = "acme.so") throws {
        try folder.write(source, to: name + ".c")
        let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let built = try folder.run(
            "cc",
            ["-shared", "-fPIC", "-I", "/\(root)/Plugins/ABI/include", name + ".c", "-o", name])
        try #require(built.status == 0, "\(built.errors)")
        _ = try folder.run("chmod", ["644", name])
    }

    /// `ruleshell plugin ARGUMENTS`.
    func plugin(_ arguments: String...) throws -> ProcessResult {
        try folder.run(ruleshell, ["plugin"] + arguments)
    }

    /// `ruleshell ARGUMENTS`.
    func run(_ arguments: String...) throws -> ProcessResult {
        try run(arguments)
    }

    func run(_ arguments: [String]) throws -> ProcessResult {
        try folder.run(ruleshell, arguments)
    }

    func text(of name: String) throws -> String {
        try folder.run("cat", [name]).output
    }
}
