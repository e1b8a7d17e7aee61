// SPDX-License-Identifier: Apache-2.0
#if PluginSignatures
import Foundation
import Testing

/// Keys, signatures and digests of plugins, from keygen to loading.
@Suite struct SigningTests {
    private let workshop: Workshop

    /// A folder with the template's library and a pair of keys.
    init() throws {
        workshop = try Workshop()
        let library = try RuleShellTool.product("libAssayTemplatePlugin.so")
        try FileManager.default.copyItem(atPath: library, toPath: "\(workshop.path)/even.so")
        try chmodForOwner("even.so")
        let made = try run("plugin", "keygen", "--comment", "Acme", "acme")
        #expect(made.status == 0)
        #expect(made.errors == "")
    }

    private func run(_ arguments: String...) throws -> ProcessResult {
        try RuleShellTool.run(arguments, in: workshop)
    }

    private func chmodForOwner(_ name: String) throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o644], ofItemAtPath: "\(workshop.path)/\(name)")
    }

    private func mode(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: "\(workshop.path)/\(name)")[
            .posixPermissions] as? Int
    }

    @Test func privateKeyIsReadableByItsOwnerOnly() throws {
        #expect(try mode("acme.key") == 0o600)
        #expect(try mode("acme.pub") == 0o644)
        #expect(try workshop.read("acme.pub").hasSuffix(" Acme\n"))
    }

    @Test func keysAreNotOverwritten() throws {
        let before = try workshop.read("acme.key")
        let again = try run("plugin", "keygen", "acme")
        #expect(again.status == 2)
        #expect(
            again.errors == """
                ruleshell: error[output.unwritable] cannot write 'acme.key': File exists
                help: choose another name, or remove the file

                """)
        #expect(try workshop.read("acme.key") == before)
    }

    @Test func halfAPairIsNotLeft() throws {
        try workshop.write("kept", to: "new.pub")
        let result = try run("plugin", "keygen", "new")
        #expect(result.status == 2)
        #expect(
            result.errors == """
                ruleshell: error[output.unwritable] cannot write 'new.pub': File exists
                help: choose another name, or remove the file

                """)
        #expect(try workshop.contents()["new.key"] == nil)
        #expect(try workshop.read("new.pub") == "kept")
    }

    @Test(arguments: [("acme.key", "the key"), ("even.so", "the library")])
    func signatureIsWrittenOverNothingThatIsRead(file: String, what: String) throws {
        for way in OutputCollisionTests.Way.allCases where way != .path {
            try? FileManager.default.removeItem(atPath: "\(workshop.path)/other-name")
            try? FileManager.default.removeItem(atPath: "\(workshop.path)/even.so.sig")
            let name = try way.name(of: file, in: workshop)
            try FileManager.default.moveItem(
                atPath: "\(workshop.path)/\(name)", toPath: "\(workshop.path)/even.so.sig")
            let before = try workshop.contents()
            let result = try run("plugin", "sign", "--key", "acme.key", "even.so")
            #expect(
                result
                    == ProcessResult(
                        status: 2, output: "",
                        errors: """
                            ruleshell: error[output.collision] the signature 'even.so.sig' would \
                            overwrite \(what) '\(file)'
                            help: give one of them another name

                            """))
            #expect(try workshop.contents() == before)
        }
    }

    @Test(arguments: [["-o"], ["--valid"], ["--checkpoint"]])
    func keysAreNotOutputs(option: [String]) throws {
        try workshop.write("assay: 1\nfields:\n  name: required\n", to: "r.yaml")
        let before = try workshop.contents()
        let result = try RuleShellTool.run(
            ["validate", "-r", "r.yaml", "--plugin-key", "acme.pub"] + option + ["acme.pub"],
            in: workshop)
        #expect(result.status == 2)
        #expect(result.errors.contains(" would overwrite the key 'acme.pub'\n"))
        #expect(try workshop.contents() == before)
    }

    @Test func signedPluginIsLoadedWhereSignaturesAreRequired() throws {
        let signed = try run("plugin", "sign", "--key", "acme.key", "even.so")
        #expect(signed.status == 0, "\(signed.errors)")
        let verified = try run("plugin", "verify", "--key", "acme.pub", "even.so")
        #expect(verified.status == 0)
        #expect(verified.output.hasSuffix("  even.so: signed\n"))
        let tried = try run(
            "try", "--plugin", "even.so", "--plugin-key", "acme.pub", "template.even", "2")
        #expect(tried.output == "valid 2\n")
        #expect(tried.status == 0)
    }

    @Test func unsignedPluginFailsToLoadWhereSignaturesAreRequired() throws {
        let tried = try run(
            "try", "--plugin", "even.so", "--plugin-key", "acme.pub", "template.even", "2")
        #expect(tried.status == 2)
        #expect(
            tried.errors == """
                ruleshell: error[plugin.trust] cannot load plugin 'even.so': found no signature \
                (even.so.sig: no such file), expected a signature of a trusted key beside the file
                help: sign it with 'ruleshell plugin sign', or allow its digest

                """)
        let verified = try run("plugin", "verify", "--key", "acme.pub", "even.so")
        #expect(verified.status == 1)
        #expect(verified.output.hasPrefix("even.so: not signed: found no signature "))
    }

    @Test func pluginThatChangedAfterItWasSignedFailsToLoad() throws {
        _ = try run("plugin", "sign", "--key", "acme.key", "even.so")
        let path = "\(workshop.path)/even.so"
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.seekToEnd()
        try file.write(contentsOf: Data([0]))
        try file.close()
        let verified = try run("plugin", "verify", "--key", "acme.pub", "even.so")
        #expect(verified.status == 1)
        #expect(verified.output.contains(" for other bytes; "))
        let tried = try run(
            "try", "--plugin", "even.so", "--plugin-key", "acme.pub", "template.even", "2")
        #expect(tried.errors.contains("a signature of key "))
        #expect(tried.status == 2)
    }

    @Test func signatureOfAnotherKeyIsRejected() throws {
        _ = try run("plugin", "keygen", "other")
        _ = try run("plugin", "sign", "--key", "other.key", "even.so")
        let verified = try run("plugin", "verify", "--key", "acme.pub", "even.so")
        #expect(verified.status == 1)
        #expect(verified.output.contains("a signature of the unknown key "))
        let both = try run(
            "plugin", "verify", "--key", "acme.pub", "--key", "other.pub", "even.so")
        #expect(both.status == 0)
    }

    @Test func digestVouchesForAFile() throws {
        let signed = try run("plugin", "sign", "--key", "acme.key", "even.so")
        let digest = String(signed.output.prefix(64))
        let tried = try run(
            "try", "--plugin", "even.so", "--plugin-digest", digest, "template.even", "3")
        #expect(tried.status == 1)
        let zeros = String(repeating: "0", count: 64)
        let failed = try run(
            "try", "--plugin", "even.so", "--plugin-digest", zeros, "template.even", "3")
        #expect(
            failed.errors == """
                ruleshell: error[plugin.trust] cannot load plugin 'even.so': found the SHA-256 digest \
                \(digest), expected one of the 1 digests that are allowed
                help: allow this digest if it is that of the right file

                """)
    }

    @Test(arguments: [
        (
            ["plugin", "sign", "--key", "none.key", "even.so"],
            "error[key.unreadable] cannot read the key 'none.key': No such file or directory"
        ),
        (
            ["plugin", "sign", "--key", "acme.pub", "even.so"],
            "error[key.form] 'acme.pub' is not a key: found a text that is not a private key, "
                + "expected one line 'assay-ed25519-private BASE64'"
        ),
        (
            ["plugin", "verify", "--key", "acme.key", "even.so"],
            "error[key.form] 'acme.key' is not a key: found a line with 'assay-ed25519-private', "
                + "expected one line 'assay-ed25519-public BASE64'"
        ),
        (
            ["try", "--plugin-digest", "12", "required", "1"],
            "error[usage] '12' is not a SHA-256 digest"
        ),
        (
            ["plugin", "verify", "--key", "acme.pub", "none.so"],
            "error[plugin.open] cannot load plugin 'none.so': found no such file"
        ),
    ])
    func wrongFileIsExplained(arguments: [String], message: String) throws {
        let result = try RuleShellTool.run(arguments, in: workshop)
        #expect(result.status == 2)
        let first = result.errors.split(separator: "\n").first.map(String.init) ?? ""
        #expect(first.hasPrefix("ruleshell: \(message)"), "\(first)")
    }
}
#endif
