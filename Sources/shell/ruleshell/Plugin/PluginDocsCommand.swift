// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay
import AssaySystem

/// `ruleshell plugin docs`: the page of a plugin, without running it.
struct PluginDocsCommand: ShellCommand {
    static let configuration = CommandConfiguration(
        commandName: "docs",
        abstract: "Writes what a plugin offers as Markdown, without running it.",
        discussion: """
            The page is made from the manifest that 'stamp' writes. Exit status: 0 written, or current, 1 \
            with --check: the file is missing or not current, 2 the library cannot be read, has no \
            manifest, or the page cannot be written.
            """)

    @Option(help: ArgumentHelp("Write the page to this file.", valueName: "file"))
    var output: String?

    @Flag(help: "Only compare the file of --output with the page.")
    var check = false

    @OptionGroup var color: ColorOptions

    @Argument(help: ArgumentHelp("Plugin library.", valueName: "so"))
    var file: String

    func execute() throws(Diagnostic) -> ExitStatus {
        if check, output == nil {
            throw Diagnostic(
                "usage", "--check needs the file to compare with", help: "name it with --output")
        }
        let text = PluginDocs(try manifest()).text
        guard let output else {
            return StandardOutput.write(Array(text.utf8)) ? .valid : .unusable
        }
        if check { return try isCurrent(output, text) ? .valid : .findings }
        var uses = FileUses()
        uses.add(path: file, as: "the library")
        try uses.check(
            FileNode(path: output), writer: "--output '\(output)'", help: "name another file")
        try FileSystem.replace(output, by: text, mode: 0o644)
        return .valid
    }

    /// Returns `true` if a file has this text, and otherwise writes an error that says what to do.
    private func isCurrent(_ path: String, _ text: String) throws(Diagnostic) -> Bool {
        var found = "there is no '\(path)'"
        if FileSystem.exists(path) {
            let bytes: [UInt8]
            do throws(SystemError) {
                bytes = try SmallFile.read(path, limit: 64 << 20)
            } catch {
                throw Diagnostic(
                    "input.unreadable", "cannot read '\(path)': \(error)",
                    help: "name a file that may be read")
            }
            if bytes == Array(text.utf8) { return true }
            let line = Self.firstDifference(String(decoding: bytes, as: UTF8.self), text)
            found = "'\(path)' differs from the manifest of '\(file)' from line \(line)"
        }
        StandardError.write(
            Diagnostic(
                "docs.stale", found,
                help: "write it: ruleshell plugin docs \(file) --output \(path)"
            ).text)
        return false
    }

    private static func firstDifference(_ left: String, _ right: String) -> Int {
        let lines = [left, right].map {
            $0.split(separator: "\n", omittingEmptySubsequences: false)
        }
        let same = zip(lines[0], lines[1]).prefix { $0 == $1 }.count
        return same + 1
    }

    private func manifest() throws(Diagnostic) -> PluginManifest {
        let manifest: PluginManifest?
        do throws(PluginError) {
            manifest = try PluginManifest.read(ofFile: file)
        } catch {
            throw Diagnostic(error)
        }
        guard let manifest else {
            throw Diagnostic(
                "docs.manifest", "'\(file)' has no manifest",
                help: "'ruleshell plugin stamp' writes one")
        }
        return manifest
    }
}
