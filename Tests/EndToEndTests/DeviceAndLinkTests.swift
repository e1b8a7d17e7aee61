// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// Outputs that are replaced as a whole leave links, devices and pipes where they are.
///
/// No test names a device of the machine: each makes its own.
@Suite struct DeviceAndLinkTests {
    /// A command that replaces what it writes, and what it reads from standard input.
    struct Writer: CustomTestStringConvertible, Sendable {
        let name: String
        let arguments: [String]
        var input: [String] = []

        var testDescription: String { name }

        func run(
            in workshop: Workshop, to output: String, also more: [String] = []
        ) throws -> ProcessResult {
            try RuleShellTool.run(
                arguments.map { $0 == "OUT" ? output : $0 } + more, in: workshop,
                input: input.map { $0.replacing("OUT", with: output) + "\n" }.joined())
        }
    }

    private static let validate = ["validate", "-r", "people.yaml", "-f", "concise", "-o", "o"]
    private static let checkpoint = Writer(
        name: "--checkpoint", arguments: validate + ["--checkpoint", "OUT", "people.ndjson"])
    private static let baseline = Writer(
        name: "--write-baseline",
        arguments: validate + ["--write-baseline", "OUT", "people.ndjson"])
    private static let once = Writer(
        name: ":once", arguments: ["repl"], input: [":once OUT", "length(1...) a"])
    private static let save = Writer(
        name: ":save", arguments: ["repl"], input: ["length(1...) a", ":save OUT"])

    static let writers = [checkpoint, baseline, once, save]

    private func status(_ name: String, in workshop: Workshop) throws -> stat {
        var status = stat()
        guard lstat(workshop.path + "/" + name, &status) == 0 else {
            throw SystemError("lstat \(name)", errno)
        }
        return status
    }

    private func kind(_ name: String, in workshop: Workshop) throws -> mode_t {
        try status(name, in: workshop).st_mode & S_IFMT
    }

    // MARK: - Links

    @Test(arguments: writers, ["target", "./target", "other-link"])
    func linkStaysAndItsFileIsWritten(writer: Writer, target: String) throws {
        let workshop = try Workshop.people()
        try #require(symlink("target", workshop.path + "/other-link") == 0)
        try #require(symlink(target, workshop.path + "/link") == 0)
        let result = try writer.run(in: workshop, to: "link")
        #expect(result.status != 2, "\(result.errors)")
        #expect(try kind("link", in: workshop) == S_IFLNK)
        #expect(try kind("other-link", in: workshop) == S_IFLNK)
        #expect(try kind("target", in: workshop) == S_IFREG)
        #expect(try workshop.read("target").isEmpty == false)
    }

    /// The file that the link leads to is replaced, with its mode.
    @Test(arguments: [checkpoint, once])
    func fileOfALinkIsReplaced(writer: Writer) throws {
        let workshop = try Workshop.people()
        try workshop.write("old", to: "target")
        try #require(symlink("target", workshop.path + "/link") == 0)
        let result = try writer.run(in: workshop, to: "link")
        #expect(result.status != 2, "\(result.errors)")
        #expect(try kind("link", in: workshop) == S_IFLNK)
        #expect(try workshop.read("target") != "old")
        #expect(try workshop.read("target").isEmpty == false)
    }

    @Test func linkToItselfIsAnError() throws {
        let workshop = try Workshop.people()
        try #require(symlink("link", workshop.path + "/link") == 0)
        let result = try Self.baseline.run(in: workshop, to: "link")
        #expect(
            result.errors.hasSuffix(
                """
                ruleshell: error[output.unwritable] cannot write 'link': Too many levels of symbolic links
                help: check the directory and the free space

                """), "\(result.errors)")
        #expect(result.status == 2)
        #expect(try kind("link", in: workshop) == S_IFLNK)
    }

    /// In a directory like `/tmp` another user could lead an output to any file of this one.
    @Test(.enabled(if: geteuid() == 0, "only root can make a link of another user"))
    func linkOfAnotherUserInASharedDirectoryIsNotFollowed() throws {
        let workshop = try Workshop.people()
        try workshop.write("mine", to: "target")
        try #require(symlink("target", workshop.path + "/link") == 0)
        try #require(lchown(workshop.path + "/link", 65_534, 65_534) == 0)
        try #require(chmod(workshop.path, 0o1777) == 0)
        let result = try Self.once.run(in: workshop, to: "link")
        #expect(
            result.errors == """
                -:2:1: error[output.unwritable] cannot write 'link': Permission denied
                help: check the directory and the free space

                """)
        #expect(try workshop.read("target") == "mine")
        // Without the rest of the world in the directory, it is a link like any other.
        try #require(chmod(workshop.path, 0o755) == 0)
        let allowed = try Self.once.run(in: workshop, to: "link")
        #expect(allowed == ProcessResult(status: 0, output: "", errors: ""))
        #expect(try workshop.read("target") == "valid \"a\"\n")
    }

    // MARK: - Pipes and devices

    /// Runs a writer on a pipe that has a reader, and returns what arrives there.
    private func contents(
        ofPipeFrom writer: Writer, in workshop: Workshop
    ) throws -> (result: ProcessResult, text: String) {
        let path = workshop.path + "/pipe"
        try #require(mkfifo(path, 0o600) == 0)
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        try #require(reader >= 0)
        defer { close(reader) }
        let result = try writer.run(in: workshop, to: "pipe")
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(reader, &bytes, bytes.count)
        return (result, String(decoding: bytes.prefix(max(0, count)), as: UTF8.self))
    }

    @Test(arguments: [
        (checkpoint, "{\"checkpoint\":"), (baseline, "assay-baseline 1 salt="),
        (once, "valid \"a\"\n"), (save, "{\"expression\":\"length(1...)\""),
    ])
    func pipeIsWrittenTo(writer: Writer, start: String) throws {
        let workshop = try Workshop.people()
        let (result, text) = try contents(ofPipeFrom: writer, in: workshop)
        #expect(result.status != 2, "\(result.errors)")
        #expect(text.hasPrefix(start), "\(text)")
        #expect(try kind("pipe", in: workshop) == S_IFIFO)
        let files = try ChildProcess("/bin/ls", ["-A", workshop.path]).finish().output
        #expect(!files.contains(".ruleshell-"), "\(files)")
    }

    /// The numbers 1 and 3 of a device that takes everything.
    private static let null: dev_t = 0x103

    private func makeNull(in workshop: Workshop) throws {
        try #require(mknod(workshop.path + "/null", S_IFCHR | 0o666, Self.null) == 0)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can make a device"), arguments: writers)
    func deviceStays(writer: Writer) throws {
        let workshop = try Workshop.people()
        try makeNull(in: workshop)
        let result = try writer.run(in: workshop, to: "null")
        #expect(result.status != 2, "\(result.errors)")
        let after = try status("null", in: workshop)
        #expect(after.st_mode & S_IFMT == S_IFCHR)
        #expect(after.st_rdev == Self.null)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can make a device"))
    func linkToADeviceStays() throws {
        let workshop = try Workshop.people()
        try makeNull(in: workshop)
        try #require(symlink("null", workshop.path + "/link") == 0)
        for writer in Self.writers {
            #expect(try writer.run(in: workshop, to: "link").status != 2)
        }
        #expect(try kind("link", in: workshop) == S_IFLNK)
        #expect(try kind("null", in: workshop) == S_IFCHR)
    }

    /// A pipe has no checkpoint, and reading it would wait for ever.
    @Test func checkpointIsNotReadFromAPipe() throws {
        let workshop = try Workshop.people()
        try #require(mkfifo(workshop.path + "/pipe", 0o600) == 0)
        let result = try Self.checkpoint.run(in: workshop, to: "pipe", also: ["--resume"])
        #expect(
            result.errors == """
                ruleshell: error[checkpoint.form] 'pipe' is not a checkpoint of this version of ruleshell
                help: start again without --resume

                """)
        #expect(result.status == 2)
    }

    @Test(arguments: writers)
    func directoryIsAnError(writer: Writer) throws {
        let workshop = try Workshop.people()
        try #require(mkdir(workshop.path + "/folder", 0o755) == 0)
        let result = try writer.run(in: workshop, to: "folder")
        #expect(result.errors.contains("'folder'"), "\(result.errors)")
        #expect(result.errors.contains("Is a directory"), "\(result.errors)")
        #expect(result.status == 2)
        #expect(try kind("folder", in: workshop) == S_IFDIR)
    }

    // MARK: - Standard streams by their names

    @Test func answerIsWrittenToStandardOutputByItsName() throws {
        let result = try Self.once.run(in: Workshop(), to: "/proc/self/fd/1")
        #expect(result == ProcessResult(status: 0, output: "valid \"a\"\n", errors: ""))
    }

    @Test(arguments: [("1", "standard output"), ("0", "standard input")])
    func answerDoesNotReplaceAStandardStream(number: String, name: String) throws {
        let workshop = try Workshop()
        let script = ":once /proc/self/fd/\(number)\nlength(1...) a\n"
        try workshop.write(script, to: "script")
        let tool = try RuleShellTool.product("ruleshell")
        let command = "\(tool) repl <script >>out"
        let result = try ChildProcess("/bin/sh", ["-c", command], in: workshop.path).finish()
        #expect(
            result.errors.contains(
                "error[output.collision] the answer in '/proc/self/fd/\(number)' would overwrite "
                    + "\(name)\n"), "\(result.errors)")
        #expect(try workshop.read("script") == script)
    }
}
