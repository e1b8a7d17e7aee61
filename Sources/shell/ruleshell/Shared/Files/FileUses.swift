// SPDX-License-Identifier: Apache-2.0
import AssaySystem

/// The files that a command reads and writes, none of which an output may overwrite.
struct FileUses {
    private var uses: [(node: FileNode, what: String)] = []

    /// Notes a file that is read, or written by another output.
    mutating func add(_ node: FileNode?, as what: String) {
        if let node { uses.append((node, what)) }
    }

    /// Notes inputs, of which `-` is standard input.
    mutating func add(inputs: [String]) {
        for input in inputs {
            if input == "-" {
                add(FileNode(descriptor: .standardInput), as: "standard input")
            } else {
                add(FileNode(path: input), as: "the input '\(input)'")
            }
        }
    }

    mutating func add(path: String, as kind: String) {
        add(FileNode(path: path), as: "\(kind) '\(path)'")
    }

    /// Rejects an output that is one of the files.
    ///
    /// - Parameters:
    ///   - node: The output, or `nil` if nothing is lost there.
    ///   - writer: The option or the stream that writes there, in words.
    ///   - help: The help of the error.
    /// - Throws: An error that names the file.
    func check(
        _ node: FileNode?, writer: String, help: String = "name another file"
    ) throws(Diagnostic) {
        guard let node, let use = uses.first(where: { $0.node == node }) else { return }
        throw Diagnostic(
            "output.collision", "\(writer) would overwrite \(use.what)", help: help)
    }

    /// Rejects standard output that is one of the files.
    func checkStandardOutput() throws(Diagnostic) {
        try check(
            FileNode(descriptor: .standardOutput), writer: "standard output",
            help: Self.redirection)
    }

    /// Reports on standard output that standard error is one of the files.
    ///
    /// - Returns: `true` if it is.
    func rejectsStandardError() -> Bool {
        do throws(Diagnostic) {
            try check(
                FileNode(descriptor: .standardError), writer: "standard error",
                help: Self.redirection)
            return false
        } catch {
            if (try? checkStandardOutput()) != nil {
                _ = StandardOutput.write(Array(error.text.utf8))
            }
            return true
        }
    }

    private static let redirection = "redirect it to another file"
}
