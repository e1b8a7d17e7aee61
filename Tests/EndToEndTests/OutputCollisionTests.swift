// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// No output is a file that is read, or one that another output writes, by whatever name.
@Suite struct OutputCollisionTests {
    /// How an output names a file.
    enum Way: CaseIterable {
        case path, symbolicLink, hardLink

        /// The name by which the file is reached this way.
        func name(of file: String, in workshop: Workshop) throws -> String {
            let name = "other-name"
            let path = workshop.path + "/" + name
            switch self {
            case .path: return "./" + file
            case .symbolicLink: try #require(symlink(file, path) == 0)
            case .hardLink: try #require(link(workshop.path + "/" + file, path) == 0)
            }
            return name
        }
    }

    /// The options that name outputs, in the order in which they are compared.
    private static let outputs = [
        "--output", "--valid", "--invalid", "--invalid-with-reasons", "--summary", "--html",
        "--checkpoint",
    ]

    /// What is read, with the words about it.
    private static let inputs = [
        ("people.ndjson", "the input"), ("people.yaml", "the rule set"), ("even.so", "the plugin"),
        ("even.so.sig", "the signature"),
        ("settings.yaml", "the settings"),
    ]

    private static let arguments = [
        "validate", "-r", "people.yaml", "--plugin", "even.so", "--plugin-config", "settings.yaml",
        "people.ndjson",
    ]

    private func workshop() throws -> Workshop {
        let workshop = try Workshop.people()
        let library = try RuleShellTool.product("libAssayTemplatePlugin.so")
        let bytes = try Workshop.readBytes(library)
        try workshop.write(bytes, to: "even.so")
        try workshop.write("kept", to: "even.so.sig")
        try workshop.write("{}\n", to: "settings.yaml")
        return workshop
    }

    private func expectRejection(
        _ result: ProcessResult, _ message: String, help: String = "name another file",
        location: Testing.SourceLocation = #_sourceLocation
    ) {
        #expect(
            result
                == ProcessResult(
                    status: 2, output: "",
                    errors: "ruleshell: error[output.collision] \(message)\nhelp: \(help)\n"),
            sourceLocation: location)
    }

    @Test(arguments: outputs, Way.allCases)
    func outputIsNoFileThatIsRead(output: String, way: Way) throws {
        for (file, what) in Self.inputs {
            let workshop = try workshop()
            let name = try way.name(of: file, in: workshop)
            let before = try workshop.contents()
            let result = try RuleShellTool.run(Self.arguments + [output, name], in: workshop)
            expectRejection(result, "\(output) '\(name)' would overwrite \(what) '\(file)'")
            #expect(try workshop.contents() == before)
        }
    }

    @Test(arguments: Way.allCases, [[], ["--baseline", "b"]])
    func baselineIsNoFileThatIsRead(way: Way, more: [String]) throws {
        for (file, what) in Self.inputs {
            let workshop = try workshop()
            let made = try RuleShellTool.run(
                Self.arguments + ["-o", "o", "--write-baseline", "b"], in: workshop)
            #expect(made.status != 2, "\(made.errors)")
            let name = try way.name(of: file, in: workshop)
            let before = try workshop.contents()
            let result = try RuleShellTool.run(
                Self.arguments + more + ["--write-baseline", name], in: workshop)
            expectRejection(result, "--write-baseline '\(name)' would overwrite \(what) '\(file)'")
            #expect(try workshop.contents() == before)
        }
    }

    @Test func baselineIsNoFileThatAnotherOutputWrites() throws {
        let workshop = try Workshop.people()
        let result = try RuleShellTool.run(
            [
                "validate", "-r", "people.yaml", "-o", "x", "--write-baseline", "./x",
                "people.ndjson",
            ], in: workshop)
        expectRejection(result, "--write-baseline './x' would overwrite what --output writes")
    }

    /// A baseline takes the place of the one that was read, by whatever name.
    @Test(arguments: Way.allCases)
    func baselineReplacesTheOneThatWasRead(way: Way) throws {
        let workshop = try Workshop.people()
        let arguments = ["validate", "-r", "people.yaml", "-o", "o"]
        _ = try RuleShellTool.run(
            arguments + ["--write-baseline", "b", "people.ndjson"], in: workshop)
        let name = try way.name(of: "b", in: workshop)
        let result = try RuleShellTool.run(
            arguments + ["--baseline", "b", "--write-baseline", name, "people.ndjson"],
            in: workshop)
        #expect(result.errors.contains("ruleshell: baseline: "), "\(result.errors)")
        #expect(result.status != 2)
    }

    @Test(arguments: outputs)
    func outputIsNoPluginOfADirectory(output: String) throws {
        let workshop = try workshop()
        let result = try RuleShellTool.run(
            ["validate", "-r", "people.yaml", "--plugin", ".", output, "even.so", "people.ndjson"],
            in: workshop)
        expectRejection(result, "\(output) 'even.so' would overwrite the plugin './even.so'")
        #expect(try workshop.contents() == self.workshop().contents())
    }

    @Test(arguments: outputs.indices, outputs.indices)
    func outputsAreDifferentFiles(first: Int, second: Int) throws {
        guard first < second else { return }
        let (writer, other) = (Self.outputs[second], Self.outputs[first])
        for way in Way.allCases {
            let workshop = try Workshop.people()
            // A file that is not there before is not there afterwards either.
            if way != .path { try workshop.write("kept", to: "x") }
            let name = try way.name(of: "x", in: workshop)
            let before = try workshop.contents()
            let result = try RuleShellTool.run(
                ["validate", "-r", "people.yaml", writer, name, other, "x", "people.ndjson"],
                in: workshop)
            expectRejection(result, "\(writer) '\(name)' would overwrite what \(other) writes")
            #expect(try workshop.contents() == before)
        }
    }

    @Test func inputThatIsNotThereIsNotCreated() throws {
        let workshop = try Workshop.people()
        let before = try workshop.contents()
        let result = try RuleShellTool.run(
            ["validate", "-r", "people.yaml", "-o", "x", "x"], in: workshop)
        expectRejection(result, "--output 'x' would overwrite the input 'x'")
        #expect(try workshop.contents() == before)
    }

    /// Runs a command line of the shell, in which `ruleshell` is the built one.
    private func shell(_ command: String, in workshop: Workshop) throws -> ProcessResult {
        let tool = try RuleShellTool.product("ruleshell")
        return try ChildProcess(
            "/bin/sh", ["-c", "ruleshell() { \(tool) \"$@\"; }; \(command)"], in: workshop.path
        ).finish()
    }

    @Test(arguments: [
        ("people.ndjson >>people.yaml", "the rule set 'people.yaml'"),
        ("people.ndjson >>people.ndjson", "the input 'people.ndjson'"),
        ("- <people.ndjson >>people.ndjson", "standard input"),
        ("people.ndjson -o out --summary - >>people.yaml", "the rule set 'people.yaml'"),
        ("people.ndjson --valid out >>out", "what --valid writes"),
        ("people.ndjson --checkpoint out >>out", "the checkpoint 'out'"),
    ])
    func standardOutputIsNoSuchFile(arguments: String, what: String) throws {
        let workshop = try Workshop.people()
        try workshop.write("kept", to: "out")
        let before = try workshop.contents()
        let result = try shell("ruleshell validate -r people.yaml " + arguments, in: workshop)
        expectRejection(
            result, "standard output would overwrite \(what)",
            help: "redirect it to another file")
        #expect(try workshop.contents() == before)
    }

    /// The message would be written over what it is about, so it goes to standard output.
    @Test(arguments: [
        ("people.ndjson 2>>people.yaml", "the rule set 'people.yaml'"),
        ("people.ndjson 2>>people.ndjson", "the input 'people.ndjson'"),
        ("people.ndjson -o out 2>>out", "what --output writes"),
        ("people.ndjson --html out 2>>out", "what --html writes"),
        ("people.ndjson --checkpoint out 2>>out", "what --checkpoint writes"),
    ])
    func standardErrorIsNoSuchFile(arguments: String, what: String) throws {
        let workshop = try Workshop.people()
        try workshop.write("kept", to: "out")
        let before = try workshop.contents()
        let result = try shell("ruleshell validate -r people.yaml " + arguments, in: workshop)
        #expect(
            result
                == ProcessResult(
                    status: 2,
                    output: """
                        ruleshell: error[output.collision] standard error would overwrite \(what)
                        help: redirect it to another file

                        """, errors: ""))
        #expect(try workshop.contents() == before)
    }

    @Test func bothStreamsInAnInputSayNothing() throws {
        let workshop = try Workshop.people()
        let before = try workshop.contents()
        let result = try shell(
            "ruleshell validate -r people.yaml people.ndjson >>people.ndjson 2>&1", in: workshop)
        #expect(result == ProcessResult(status: 2, output: "", errors: ""))
        #expect(try workshop.contents() == before)
    }

    /// Nothing is lost in a device, and both streams may go to one file.
    @Test(arguments: [
        "-o /dev/null --valid /dev/null --invalid /dev/null", ">out 2>&1", "-o out >/dev/null 2>&1",
        "-o out >>people.yaml",
    ])
    func outputsThatShareNoFileAreWritten(arguments: String) throws {
        let workshop = try Workshop.people()
        let result = try shell(
            "ruleshell validate -r people.yaml people.ndjson " + arguments, in: workshop)
        #expect(result.status == 1)
        #expect(try workshop.read("people.yaml") == peopleRules)
    }

    @Test(arguments: [":save", ":once"])
    func promptDoesNotWriteOverWhatIsOpen(command: String) throws {
        let workshop = try Workshop.people()
        for (file, what) in [("people.yaml", "the rule set"), ("people.ndjson", "the input")] {
            let result = try Prompt.run(
                [
                    ":open people.ndjson", "length(1...) a", "\(command) ./\(file)",
                    "length(1...) b",
                ],
                in: workshop, ["-r", "people.yaml"])
            #expect(result.status == 2)
            #expect(
                result.errors.contains(
                    "error[output.collision] the answer in './\(file)' would overwrite \(what) "
                        + "'\(file)'\n"), "\(result.errors)")
        }
        #expect(try workshop.read("people.yaml") == peopleRules)
        #expect(try workshop.read("people.ndjson") == people)
    }
}

extension Workshop {
    /// Every file in it with its bytes; links are followed.
    func contents() throws -> [String: [UInt8]] {
        guard let folder = opendir(path) else { throw SystemError("opendir", errno) }
        defer { closedir(folder) }
        var contents: [String: [UInt8]] = [:]
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
            if name == "." || name == ".." { continue }
            contents[name] = (try? readBytes(name)) ?? []
        }
        return contents
    }
}
