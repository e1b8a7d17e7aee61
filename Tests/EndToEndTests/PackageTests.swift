// SPDX-License-Identifier: Apache-2.0
#if PluginSignatures
import Foundation
import Testing

/// From a key to a rule set: pack, install, load, upgrade, roll back.
@Suite final class PackageTests {
    private let workshop: Workshop

    deinit { remove("plugins") }

    /// A folder with the stamped template, a pair of keys and a directory with a trust store.
    init() throws {
        workshop = try Workshop()
        let library = try RuleShellTool.product("libAssayTemplatePlugin.so")
        let path = "\(workshop.path)/template.so"
        try FileManager.default.copyItem(atPath: library, toPath: path)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        #expect(try run("stamp", "template.so").status == 0)
        #expect(try run("keygen", "--comment", "Acme", "acme").status == 0)
        try FileManager.default.createDirectory(
            atPath: "\(workshop.path)/plugins", withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o755])
        try trust("template >= 1, < 2")
    }

    private func trust(_ plugins: String) throws {
        let key = try workshop.read("acme.pub").split(separator: "\n").first ?? ""
        try workshop.write(
            "trust: 1\nkeys:\n- key: \(key)\n  plugins: ['\(plugins)']\n",
            to: "plugins/trust.yaml")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o644], ofItemAtPath: "\(workshop.path)/plugins/trust.yaml")
    }

    private func run(_ arguments: String...) throws -> ProcessResult {
        try RuleShellTool.run(["plugin"] + arguments, in: workshop)
    }

    private func pack() throws -> ProcessResult {
        try run("pack", "--key", "acme.key", "--document", "acme.pub", "template.so")
    }

    private var keyID: String {
        get throws {
            let result = try run("sign", "--key", "acme.key", "acme.pub")
            return String(result.output.split(separator: " ").last?.dropLast() ?? "")
        }
    }

    private func remove(_ names: String...) {
        for name in names {
            try? FileManager.default.removeItem(atPath: "\(workshop.path)/\(name)")
        }
    }

    @Test func packageIsInstalledAndLoaded() throws {
        let id = try keyID
        let packed = try pack()
        #expect(packed.errors == "")
        #expect(
            packed.output.hasPrefix("template-1.0.0.tar.gz: template 1.0.0 for linux-"),
            "\(packed.output)")
        #expect(packed.output.hasSuffix(", signed by key \(id)\n"))
        let bytes = try workshop.readBytes("template-1.0.0.tar.gz")
        _ = try pack()
        #expect(try workshop.readBytes("template-1.0.0.tar.gz") == bytes)

        let installed = try run("install", "--directory", "plugins", "template-1.0.0.tar.gz")
        #expect(
            installed
                == ProcessResult(
                    status: 0,
                    output: "template 1.0.0: installed, signed by key \(id) (Acme)\n", errors: ""))
        let again = try run("install", "--directory", "plugins", "template-1.0.0.tar.gz")
        #expect(again.output == "template 1.0.0: already installed\n")

        let tried = try RuleShellTool.run(
            [
                "try", "--plugin", "plugins", "--plugin-trust", "plugins/trust.yaml",
                "template.even", "2",
            ], in: workshop)
        #expect(tried == ProcessResult(status: 0, output: "valid 2\n", errors: ""))

        try workshop.write(
            "assay: 1\nplugins: [template ^2]\nfields:\n  a: template.even\n", to: "r.yaml")
        let checked = try RuleShellTool.run(
            ["check", "--plugin", "plugins", "r.yaml"], in: workshop)
        #expect(checked.status != 0)
        let shown = checked.output + checked.errors
        #expect(
            shown.contains(
                "r.yaml:2:11: error[plugin.version] the rule set needs the plugin 'template' ^2, and "
                    + "1.0.0 is loaded (plugins/template-1.0.0.so)"), "\(shown)")

        try workshop.write("index: 1\nplugins:\n  template: [0.9.0, 1.4.0]\n", to: "index.yaml")
        let outdated = try run("list", "--outdated", "--index", "index.yaml", "plugins")
        #expect(
            outdated
                == ProcessResult(
                    status: 1,
                    output: "template 1.0.0: 1.4.0 is newer (plugins/template-1.0.0.so)\n",
                    errors: ""))

        let removed = try run("uninstall", "--directory", "plugins", "template")
        #expect(removed.output == "template 1.0.0: removed\n")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: "\(workshop.path)/plugins")
                == ["trust.yaml"])
    }

    @Test func packageThatTheStoreDoesNotAllowIsNotInstalled() throws {
        _ = try pack()
        try trust("template >= 2")
        let result = try run("install", "--directory", "plugins", "template-1.0.0.tar.gz")
        let id = try keyID
        #expect(
            result
                == ProcessResult(
                    status: 2, output: "",
                    errors: """
                        ruleshell: error[package.trust] cannot install 'template-1.0.0.tar.gz': found \
                        template 1.0.0 signed by key \(id) (Acme), expected one of 'template >= 2'
                        help: add the plugin or the version to the key in plugins/trust.yaml if you \
                        trust it with that

                        """))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: "\(workshop.path)/plugins")
                == ["trust.yaml"])
    }

    @Test func directoryAndStoreThatOthersCanWriteAreRejected() throws {
        _ = try pack()
        #expect(chmod("\(workshop.path)/plugins/trust.yaml", 0o666) == 0)
        let store = try run("install", "--directory", "plugins", "template-1.0.0.tar.gz")
        #expect(store.status == 2)
        #expect(
            store.errors.hasPrefix(
                "ruleshell: error[package.store] cannot trust 'plugins/trust.yaml': found the file "
            ),
            "\(store.errors)")
        #expect(chmod("\(workshop.path)/plugins", 0o777) == 0)
        let directory = try run("install", "--directory", "plugins", "template-1.0.0.tar.gz")
        #expect(directory.status == 2)
        #expect(
            directory.errors.hasPrefix(
                "ruleshell: error[package.install] cannot install into 'plugins': found the directory "
            ), "\(directory.errors)")
        #expect(chmod("\(workshop.path)/plugins", 0o755) == 0)
    }

    @Test(arguments: [
        (
            ["install", "--directory", "plugins", "https://example.com/p.tar.gz"],
            """
            ruleshell: error[package.archive] cannot install 'https://example.com/p.tar.gz': found the \
            URL 'https://example.com/p.tar.gz', expected a file
            help: nothing is downloaded: download it with your own tools, such as curl -fO

            """
        ),
        (
            ["install", "--directory", "nowhere", "p.tar.gz"],
            """
            ruleshell: error[package.install] 'nowhere' is not a directory
            help: create it with mkdir

            """
        ),
        (
            ["install", "--directory", ".", "p.tar.gz"],
            """
            ruleshell: error[package.store] cannot trust './trust.yaml': found no such file, expected a \
            regular file that can be read
            help: write the keys that you trust into it: see docs/plugins/operators.md

            """
        ),
        (
            ["uninstall", "--directory", "plugins", "fleet"],
            """
            ruleshell: error[package.install] fleet is not installed in 'plugins'
            help: 'ruleshell plugin list' shows what is there

            """
        ),
        (
            ["pack", "--key", "acme.key", "acme.pub"],
            """
            ruleshell: error[plugin.format] cannot load plugin 'acme.pub': found a file that does not \
            begin as ELF, expected an ELF library
            help: build the plugin again as a shared library for this machine

            """
        ),
        (
            ["list", "--outdated", "--index", "https://example.com/index.yaml", "plugins"],
            """
            ruleshell: error[package.store] 'https://example.com/index.yaml' is a URL
            help: nothing is downloaded: download it with your own tools, such as curl -fO

            """
        ),
    ])
    func wrongUseIsExplained(arguments: [String], errors: String) throws {
        let result = try RuleShellTool.run(["plugin"] + arguments, in: workshop)
        #expect(result.errors == errors)
        #expect(result.status == 2)
    }

    @Test func packageIsWrittenOverNothingThatIsRead() throws {
        let result = try run("pack", "--key", "acme.key", "-o", "acme.key", "template.so")
        #expect(result.status == 2)
        #expect(
            result.errors.contains("the package 'acme.key' would overwrite the key 'acme.key'"),
            "\(result.errors)")
    }

    @Test func passedOverVersionsAreListed() throws {
        _ = try pack()
        _ = try run("install", "--directory", "plugins", "template-1.0.0.tar.gz")
        try FileManager.default.createSymbolicLink(
            atPath: "\(workshop.path)/plugins/template.so",
            withDestinationPath: "template-1.0.0.so")
        let result = try run("list", "plugins")
        #expect(
            result
                == ProcessResult(
                    status: 0,
                    output: """
                        template 1.0.0: plugins/template-1.0.0.so
                          rules: template.even
                          versions held: 1
                        skipped: plugins/template.so
                          link to: plugins/template-1.0.0.so

                        """, errors: ""))
        remove("plugins/template.so")
    }
}
#endif
