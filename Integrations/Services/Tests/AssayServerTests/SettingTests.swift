// SPDX-License-Identifier: Apache-2.0
import Foundation
import ServiceTesting
import Testing

/// Settings that are wrong end the server with status 2 and a line that says what to write.
struct SettingTests {
    /// Runs the server until it ends.
    private func lines(
        _ options: [String], environment: [String: String] = [:]
    ) throws -> (text: String, status: Int32) {
        let process = Process()
        process.executableURL = ServerProcess.program
        process.arguments = options
        process.environment = ProcessInfo.processInfo.environment
            .filter { !$0.key.hasPrefix("ASSAY_") }.merging(environment) { $1 }
        let pipe = Pipe()
        process.standardError = pipe
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (String(decoding: bytes, as: UTF8.self), process.terminationStatus)
    }

    @Test func wrongOptionsEndTheServer() throws {
        let folder = try TemporaryFolder()
        try folder.write("assay: 1\nfields:\n  a: lenght(3)\n  b: [", to: "bad.yaml")
        let cases: [([String], String)] = [
            (["--port", "0", "--port", "1"], "--port is given twice"),
            (
                ["--prot", "1"],
                "there is no option --prot (did you mean 'port'?); --help lists them\n"
            ),
            (["--colour", "1"], "there is no option --colour; --help lists them\n"),
            (
                ["rules"],
                "'rules' is neither an option nor the value of one; --help lists the options"
            ),
            (["--port", "1", "8080"], "'8080' is neither an option nor the value of one"),
            (["--port"], "--port needs a value"),
            (["--port", "--token", "x"], "--port needs a value"),
            (["--port", "x"], "port is 'x', but must be a whole number from 0 to 65535"),
            (["--tls-key", "k"], "tls-key needs tls-certificate"),
            (["--shadow-rule-sets", "s", "--shadow-share", "2"], "shadow-share is '2'"),
            (["--decisions-bytes", "0"], "decisions-bytes is '0', but must be a whole number"),
            (
                ["--log-level", "loud"],
                "log-level is 'loud', but must be one of trace, debug, info, notice, warning, "
                    + "error, critical\n"
            ),
            (
                ["--playground", "no"],
                "playground is 'no', but must be on, off, or an address such as 127.0.0.1:9090\n"
            ),
            (
                ["--metrics", "127.0.0.1:70000"],
                "metrics is '127.0.0.1:70000', but must be on, off"
            ),
            (["--metrics", "::1:80"], "metrics is '::1:80', but must be on, off"),
            (["--metrics", ":80"], "metrics is ':80', but must be on, off"),
            (["--stream-rate", "-1"], "stream-rate is '-1', but must be a whole number from 0 to"),
            (["--rule-sets", "/nonexistent"], "/nonexistent cannot be watched: No such file"),
            (["--rule-sets", folder.path], "bad.yaml:"),
        ]
        for (options, message) in cases {
            let (text, status) = try lines(options)
            #expect(text.contains("assay-server: "), "\(text)")
            #expect(text.contains(message), "\(text)")
            #expect(status == 2)
        }
    }

    @Test func whatCannotBeOpenedIsNamed() throws {
        let folder = try TemporaryFolder()
        try folder.write("no certificate", to: "text.pem")
        let text = folder.path + "/text.pem"
        let server = try ServerProcess()
        let listens =
            "host must be an address of this machine, and port one that no other program "
            + "listens on (0 chooses a free one)"
        let cases: [([String], String)] = [
            (
                ["--decisions-file", "/missing/d"],
                "decisions-file is '/missing/d', which cannot be written to: No such file or "
                    + "directory; name a file, new or old, in a folder that the server may write to"
            ),
            (
                ["--tls-certificate", "/missing/c", "--tls-key", text],
                "tls-certificate is '/missing/c', which cannot be read: No such file or directory; "
                    + "name a file with certificates in PEM"
            ),
            (
                ["--tls-certificate", text, "--tls-key", text],
                "tls-certificate is '\(text)', which must have certificates in PEM ("
            ),
            (
                ["--port", "\(server.port)"],
                "cannot listen at 127.0.0.1:\(server.port): Address already in use; \(listens)"
            ),
            (
                ["--port", "0", "--metrics", "127.0.0.1:\(server.port)"],
                "cannot listen at 127.0.0.1:\(server.port): Address already in use; \(listens)"
            ),
            (
                ["--host", "192.0.2.1"],
                "cannot listen at 192.0.2.1:8080: Cannot assign requested address; \(listens)"
            ),
        ]
        for (options, message) in cases {
            let (text, status) = try lines(["--rule-sets", server.folder.path] + options)
            #expect(text.contains("assay-server: \(message)"), "\(text)")
            #expect(status == 2)
        }
    }

    @Test func twoFilesOfOneRuleSetEndTheServer() throws {
        let folder = try TemporaryFolder()
        try folder.write("assay: 1\nfields:\n  a: required\n", to: "t.yaml")
        try folder.write(#"{"assay": 1, "fields": {"b": "required"}}"#, to: "t.json")
        let (text, status) = try lines(["--rule-sets", folder.path, "--port", "0"])
        #expect(
            text.contains(
                "the rule set 't' is in 2 files: '\(folder.path)/t.json' and '\(folder.path)/t.yaml'"
            ),
            "\(text)")
        #expect(status == 2)
    }

    @Test(
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl"), "no openssl"))
    func aKeyOfAnotherCertificateIsNamed() throws {
        let folder = try TemporaryFolder()
        let certificate = try makeCertificate(in: folder, "a")
        let other = try makeCertificate(in: folder, "b")
        let cases = [
            (other.key, "which cannot be used with '\(certificate.certificate)' ("),
            (
                "/missing/k",
                "which cannot be read: No such file or directory; name a file with a private"
            ),
            (
                certificate.certificate,
                "which must have a private key in PEM, without a passphrase ("
            ),
        ]
        for (key, message) in cases {
            let (text, status) = try lines([
                "--rule-sets", folder.path, "--port", "0", "--tls-certificate",
                certificate.certificate, "--tls-key", key,
            ])
            #expect(text.contains("assay-server: tls-key is '\(key)', \(message)"), "\(text)")
            #expect(status == 2)
        }
    }

    private static let wrongFiles: [(String, String)] = [
        (
            #"{"limit-body": 12.5}"#,
            "limit-body is 12.5, but must be a whole number from 1 to 1073741824"
        ),
        (
            #"{"limit-body": [5]}"#,
            "limit-body is [5], but must be a whole number from 1 to 1073741824"
        ),
        (
            #"{"limit-body": {"x": 1}}"#,
            #"limit-body is {"x":1}, but must be a whole number from 1 to 1073741824"#
        ),
        (#"{"port": true}"#, "port is true, but must be a whole number from 0 to 65535"),
        (#"{"port": null}"#, "port is null, but must be a whole number from 0 to 65535"),
        (
            #"{"timeout-idle": true}"#,
            "timeout-idle is true, but must be a number from 0.0 to 86400.0"
        ),
        (#"{"token": 12345}"#, "token must be a text"),
        (#"{"tls-key": 5}"#, "tls-key is 5, but must be a text"),
        (#"{"host": ["a"]}"#, #"host is ["a"], but must be a text"#),
        (#"{"measure-rules": 1}"#, "measure-rules is 1, but must be true or false"),
        (#"{"decisions-values": "x"}"#, "decisions-values is 'x', but must be true or false"),
        (#"{"log-level": 3}"#, "log-level is 3, but must be one of trace, debug, info, notice, "),
        (
            #"{"plugins": ["/a", 5]}"#,
            #"plugins is ["/a",5], but must be a text with commas between the paths, or a list of "#
                + "texts"
        ),
        (
            #"{"prot": 1}"#,
            "config 'FILE' has the member 'prot', which is not a setting (did you mean 'port'?); "
                + "--help lists them"
        ),
        (
            #"{"limit_body": 3}"#,
            "config 'FILE' has the member 'limit_body', which is not a setting (did you mean "
                + "'limit-body'?); --help lists them"
        ),
        (
            #"{"colour": 1}"#,
            "config 'FILE' has the member 'colour', which is not a setting; --help lists them"
        ),
        (
            #"{"config": "x"}"#, "config 'FILE' has the member 'config', which is not a setting"
        ),
        (
            "[1]",
            "config 'FILE' has no JSON object; write one with a member for each setting, such as "
                + #"{"port": 8080}"#
        ),
        (
            "{\"port\": 1,\n\"host\" 2}",
            "config 'FILE' is not JSON: expected ':' at byte 19, which is in line 2; write an "
                + #"object, such as {"port": 8080}"#
        ),
        ("", "config 'FILE' is not JSON: "),
    ]

    @Test func aWrongFileEndsTheServer() throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/config.json"
        for (content, message) in Self.wrongFiles {
            try folder.write(content, to: "config.json")
            let (text, status) = try lines(["--config", file, "--rule-sets", "/nonexistent"])
            let expected = "assay-server: " + message.replacing("FILE", with: file)
            #expect(text.hasPrefix(expected), "\(content): \(text)")
            #expect(text.split(separator: "\n").count == 1, "\(text)")
            #expect(status == 2)
        }
        let (text, status) = try lines(["--config", "/missing/config.json"])
        #expect(
            text == "assay-server: config is '/missing/config.json', which cannot be read: No such "
                + "file or directory; name a JSON file of settings\n")
        #expect(status == 2)
    }

    @Test func aVariableThatIsNoSettingIsAWarning() throws {
        let variables = [
            "ASSAY_PRT": "1", "ASSAY_SOMETHING_ELSE": "1", "ASSAY_PAGER": "less",
            "ASSAY_SIMD": "none", "ASSAY_TOKEN": "x", "PRT": "y",
        ]
        let lines = try lines(["--rule-sets", "/nonexistent"], environment: variables).text
            .split(separator: "\n").map(String.init)
        let warning = "assay-server: warning: the variable"
        #expect(
            lines.dropLast() == [
                "\(warning) ASSAY_PRT is not a setting, and is not read (did you mean ASSAY_PORT?); "
                    + "--help lists them",
                "\(warning) ASSAY_SOMETHING_ELSE is not a setting, and is not read; --help lists them",
            ])
        #expect(lines.last?.contains("/nonexistent cannot be watched") == true)
    }

    @Test func aFileIsReadWithItsTypes() throws {
        let folder = try TemporaryFolder()
        let missing = [folder.path + "/a,b.so", folder.path + "/c.so"]
        try folder.write(
            #"{"port": 1, "limit-body": 100, "timeout-idle": 0.5, "measure-rules": true, "#
                + #""decisions-bytes": 5, "plugins": ["\#(missing[0])", "\#(missing[1])"]}"#,
            to: "config.json")
        let (text, status) = try lines(
            ["--config", folder.path + "/config.json", "--rule-sets", folder.path])
        // Both plugins are looked for, the comma in a name is its own.
        for path in missing { #expect(text.contains(path), "\(text)") }
        #expect(status == 2)
        try folder.write(#"{"port": 70000, "limit-body": "20"}"#, to: "config.json")
        let server = try ServerProcess(
            sampleRuleSets, "--config", folder.path + "/config.json")
        let answer = try server.request(
            "POST", "/v1/validate/member", body: "{\(String(repeating: " ", count: 30))}")
        #expect(
            answer.status == 413, "flags come before the file, which may write numbers as texts")
    }
}
