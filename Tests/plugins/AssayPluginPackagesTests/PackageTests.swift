// SPDX-License-Identifier: Apache-2.0
#if PluginSignatures
import AssayCore
import AssayPluginHost
import AssaySignatures
import Foundation
import PluginWorkshop
import Testing

@testable import AssayPluginPackages

@Suite struct PackageTests {
    private let shop: PackageWorkshop

    init() throws { shop = try PackageWorkshop() }

    private var version: String { shop.builder.manifest.version }

    @Test func sameInputGivesTheSameBytes() throws {
        let again = try PackageBuilder(
            libraries: [shop.folder.path("template.so")],
            documents: [shop.folder.path("README.md")], key: shop.key)
        #expect(try again.archive() == shop.builder.archive())
    }

    @Test func otherToolsOpenAPackage() throws {
        try shop.folder.write(try shop.builder.archive(), to: "p.tar.gz")
        let tar = try #require(Program.find("tar"))
        try Program.run(
            tar, ["-xzf", shop.folder.path("p.tar.gz"), "-C", shop.folder.path("plugins")])
        let machine = LibrarySummary.hostMachine
        #expect(
            shop.installed()
                == [
                    "documents", "documents/README.md", machine, "\(machine)/template.so",
                    "\(machine)/template.so.sig", "manifest.json", "package.json",
                    "package.json.sig",
                    "sbom.cdx.json",
                ].sorted())
    }

    @Test func billOfMaterialsNamesLibrariesAndWhatTheyNeed() throws {
        let member = try #require(shop.builder.members.first { $0.path == "sbom.cdx.json" })
        let bill = try JSONValueParser.parse(String(decoding: member.bytes, as: UTF8.self))
        #expect(bill["bomFormat"] == "CycloneDX")
        #expect(bill["specVersion"] == "1.5")
        #expect(bill["metadata"]["component"]["name"] == "template")
        #expect(bill["metadata"]["component"]["version"] == .string(version))
        let library = try #require(shop.builder.manifest.libraries.first)
        let file = try #require(shop.builder.manifest.files.first { $0.path == library.path })
        #expect(bill["components"][0]["name"] == .string(library.path))
        #expect(bill["components"][0]["hashes"][0]["content"] == .string(file.digest))
        #expect(
            bill["dependencies"][1]["dependsOn"]
                == .array(library.needed.map { .string("needed:\($0)") }))
    }

    /// Where the host tells the plugin that it is.
    @Test func dataIsInstalledInTheDirectoryThatAPluginIsTold() throws {
        _ = try shop.folder.write(Array("a\n".utf8), to: "words.txt")
        let package = try PackageBuilder(
            libraries: [shop.folder.path("template.so")], data: [shop.folder.path("words.txt")],
            key: shop.key)
        #expect(shop.outcome(of: try package.archive()) == "installed(removed: [])")
        #expect(shop.installed().contains("template-\(version)/data/words.txt"))
    }

    @Test func whatIsInstalledIsLoadedUnderTheStore() throws {
        #expect(shop.outcome(of: try shop.builder.archive()) == "installed(removed: [])")
        #expect(
            shop.installed() == [
                "template-\(version)", "template-\(version).so", "template-\(version).so.sig",
                "template-\(version)/documents", "template-\(version)/documents/README.md",
                "template-\(version)/manifest.json", "template-\(version)/package.json",
                "template-\(version)/package.json.sig", "template-\(version)/sbom.cdx.json",
            ])
        var policy = PluginPolicy.standard
        policy.requiredTrust = shop.store("template = \(version)").trust
        let host = PluginHost(policy: policy)
        let loaded = try host.load(
            path: shop.directory + "/template-\(version).so", into: RuleRegistry())
        #expect(loaded.version == version)
        policy.requiredTrust = shop.store("template > \(version)").trust
        let error = #expect(throws: PluginError.self) {
            try PluginHost(policy: policy).load(
                path: shop.directory + "/template-\(version).so", into: RuleRegistry())
        }
        #expect(
            error?.description.contains(
                "at stage trust: found template \(version) signed by key "
                    + "\(shop.key.verificationKey.id), expected one of 'template > \(version)'; let "
                    + "the key sign the plugin or the version if you trust it with that") == true)
    }

    @Test func installingTwiceSaysSo() throws {
        let archive = try shop.builder.archive()
        #expect(shop.outcome(of: archive) == "installed(removed: [])")
        let before = shop.installed()
        #expect(shop.outcome(of: archive) == "present")
        #expect(shop.installed() == before)
        try shop.folder.write([1, 2], to: "plugins/template-\(version).so")
        #expect(
            shop.outcome(of: archive)
                == "install: found template \(version) with other bytes "
                + "('\(shop.directory)/template-\(version).so'), expected no other build of a version "
                + "that is installed")
    }

    /// Puts a file where another version would be.
    private func pretend(_ version: String) throws {
        try shop.folder.write([1], to: "plugins/template-\(version).so")
    }

    @Test func olderVersionsAreKeptUnlessTheyAreReplaced() throws {
        try pretend("0.0.1")
        let archive = try shop.builder.archive()
        #expect(shop.outcome(of: archive) == "installed(removed: [])")
        #expect(shop.installed().contains("template-0.0.1.so"))
        #expect(shop.outcome(of: archive, mode: .replacing) == "installed(removed: [0.0.1])")
        #expect(!shop.installed().contains("template-0.0.1.so"))
    }

    @Test func downgradeNeedsAFlag() throws {
        try pretend("99.0.0")
        try pretend("0.0.1")
        let archive = try shop.builder.archive()
        #expect(
            shop.outcome(of: archive)
                == "install: found template 99.0.0 in '\(shop.directory)', expected no newer version "
                + "than \(version)")
        #expect(shop.installed() == ["template-0.0.1.so", "template-99.0.0.so"])
        #expect(shop.outcome(of: archive, mode: .downgrading) == "installed(removed: [99.0.0])")
        #expect(shop.installed().contains("template-0.0.1.so"))
        #expect(!shop.installed().contains("template-99.0.0.so"))
    }

    @Test func pluginIsRemovedWithAllThatItBrought() throws {
        _ = shop.outcome(of: try shop.builder.archive())
        let installed = InstalledPlugin.versions(of: "template", in: shop.directory)
        #expect(installed.map(\.version.description) == [version])
        try installed.first?.remove()
        #expect(shop.installed() == [])
    }

    @Test(arguments: [
        (
            "keys: []",
            "t:1:1: error[package.store] the store must begin with 'trust: 1'; write it in the first line"
        ),
        (
            "trust: 2\nkeys: []",
            "t:1:8: error[package.store] the store must begin with 'trust: 1'; write it in the first line"
        ),
        ("trust: 1", "t:1:1: error[package.store] 'keys' must be a list of keys"),
        (
            "trust: 1\nkeys: {}\nmore: 1",
            "t:3:7: error[package.store] there is no key 'more'; the keys here are trust, keys\nt:2:7: error[package.store] 'keys' must be a list of keys"
        ),
        (
            "trust: 1\nkeys:\n- key: x\n  plugins: [a]",
            "t:3:8: error[package.store] 'key' must be the line of a public key: found a line with 'x', expected one line 'assay-ed25519-public BASE64'; copy the line that 'ruleshell plugin keygen' writes to NAME.pub"
        ),
        (
            "trust: 1\nkeys:\n- key: KEY\n",
            "t:3:3: error[package.store] 'plugins' must list what the key may sign; such as [\"fleet >= 1.2, < 2\"], or ['*'] for everything"
        ),
        (
            "trust: 1\nkeys:\n- key: KEY\n  plugins: [a >= x]",
            "t:4:13: error[package.store] 'a >= x': 'x' is not a version; write it as MAJOR, MAJOR.MINOR or MAJOR.MINOR.PATCH, such as 1.2.3 or 1.2.3-rc.1"
        ),
    ])
    func storeThatIsWrong(text: String, message: String) {
        let line = shop.key.verificationKey.text(comment: "Acme").trimmingCharacters(in: .newlines)
        do throws(RuleSetError) {
            _ = try TrustStore(
                file: "t", bytes: Array(text.replacingOccurrences(of: "KEY", with: line).utf8))
            Issue.record("no error")
        } catch {
            #expect(error.description == message)
        }
    }

    @Test func indexSaysWhatIsNewer() throws {
        let text = "index: 1\nplugins:\n  fleet: [1.2.0, 1.10.0, 2.0.0-rc.1]\n"
        let index = try PackageIndex(file: shop.folder.write(Array(text.utf8), to: "index.yaml"))
        for (own, newest) in [
            ("1.2.0", "1.10.0"), ("1.10.0", nil), ("2.0.0-beta", "2.0.0-rc.1"), ("3.0.0", nil),
        ] {
            let version = try #require(SemanticVersion(own))
            #expect(index.newer(than: version, of: "fleet")?.description == newest)
            #expect(index.newer(than: version, of: "other") == nil)
        }
    }
}
#endif
