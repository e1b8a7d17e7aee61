// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Foundation
import PluginWorkshop
import Testing

@testable import AssayPluginHost

#if PluginSignatures
import AssaySignatures
#endif

/// Several versions of a plugin in one directory, and links to them.
@Suite(.enabled(if: Workshop.compiler != nil, "SKIPPED: no clang on PATH"))
struct DirectoryVersionTests {
    private let workshop: Workshop
    private let registry = RuleRegistry()

    init() throws { workshop = try Workshop() }

    /// A library of a plugin, stamped or not.
    private func make(
        _ file: String, _ version: String, of id: String = "fleet", isStamped: Bool = true,
        more: String = ""
    ) throws {
        let path = try workshop.compile(
            pluginSource(
                "#define PLUGIN .id = STR(\"\(id)\"), .version = STR(\"\(version)\")\n" + more),
            to: file)
        guard isStamped else { return }
        try workshop.write(try StampedPlugin(file: path).bytes, to: file)
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: workshop.path(name), withDestinationPath: target)
    }

    private func load(_ host: PluginHost = PluginHost()) -> (
        outcome: [String], passedOver: [String]
    ) {
        let outcome = host.loadAll(in: workshop.directory, into: registry).map { status in
            switch status {
            case .success(let plugin):
                "\(plugin.id) \(plugin.version) \(plugin.path)"
            case .failure(let error): "\(error.path) \(error.stage): \(error.found)"
            }
        }
        let passedOver = host.passedOver.map { library in
            switch library.reason {
            case .older(let id, let version):
                "\(library.path) \(id) \(version) < \(library.other)"
            case .link: "\(library.path) -> \(library.other)"
            }
        }
        return (outcome.map(short), passedOver.map(short))
    }

    private func short(_ text: String) -> String {
        text.replacing("\(workshop.directory)/", with: "")
    }

    @Test(arguments: [true, false])
    func newestVersionIsLoaded(isStamped: Bool) throws {
        try make("fleet-1.10.so", "1.10.0", isStamped: isStamped)
        try make("fleet-1.2.so", "1.2.0", isStamped: isStamped)
        try make("fleet-1.10-rc.so", "1.10.0-rc.1", isStamped: isStamped)
        try make("other.so", "1.0.0", of: "other", isStamped: isStamped)
        let (outcome, passedOver) = load()
        #expect(outcome == ["fleet 1.10.0 fleet-1.10.so", "other 1.0.0 other.so"])
        #expect(
            passedOver == [
                "fleet-1.10-rc.so fleet 1.10.0-rc.1 < fleet-1.10.so",
                "fleet-1.2.so fleet 1.2.0 < fleet-1.10.so",
            ])
        #expect(registry.allDefinitions.map(\.id) == ["fleet.even", "other.even"])
    }

    @Test func twoFilesOfOneVersionAreAnErrorAsBefore() throws {
        try make("a.so", "1.10.0+a")
        try make("b.so", "1.10.0+b")
        try make("c.so", "1.2.0")
        let (outcome, passedOver) = load()
        #expect(
            outcome == [
                "fleet 1.10.0+a a.so",
                "b.so register: the id 'fleet' of plugin 1.10.0+a (a.so)",
            ])
        #expect(passedOver == ["c.so fleet 1.2.0 < a.so"])
    }

    @Test func versionThatCannotBeReadKeepsNoOtherOut() throws {
        try make("fleet-1.so", "1.0.0")
        try make(
            "fleet-2.so", "2.0.0", isStamped: false, more: "#define ENTRY (host ? 0 : &plugin)")
        let (outcome, passedOver) = load()
        #expect(outcome.count == 2)
        // Its table cannot be had, so that it is not known to be the newest.
        #expect(outcome.first == "fleet 1.0.0 fleet-1.so")
        #expect(passedOver == [])
    }

    @Test func linkToAVersionIsPassedOver() throws {
        try make("fleet-1.10.so", "1.10.0")
        try make("fleet-1.2.so", "1.2.0")
        try link("fleet.so", to: "fleet-1.10.so")
        try link("old.so", to: "fleet-1.2.so")
        let (outcome, passedOver) = load()
        #expect(outcome == ["fleet 1.10.0 fleet-1.10.so"])
        #expect(
            passedOver == [
                "fleet.so -> fleet-1.10.so", "old.so -> fleet-1.2.so",
                "fleet-1.2.so fleet 1.2.0 < fleet-1.10.so",
            ])
    }

    @Test func linkIsLoadedByItsPath() throws {
        try make("fleet-1.10.so", "1.10.0")
        try make("fleet-1.2.so", "1.2.0")
        try link("fleet.so", to: "fleet-1.2.so")
        let plugin = try PluginHost().load(path: workshop.path("fleet.so"), into: registry)
        #expect(plugin.version == "1.2.0")
    }

    @Test func policyAppliesToWhatALinkLeadsTo() throws {
        try make("fleet-1.so", "1.0.0")
        try link("fleet.so", to: "fleet-1.so")
        #expect(chmod(workshop.path("fleet-1.so"), 0o666) == 0)
        let error = #expect(throws: PluginError.self) {
            try PluginHost().load(path: workshop.path("fleet.so"), into: registry)
        }
        #expect(error?.stage == .policy)
        #expect(error?.found.contains("fleet-1.so' that everyone can write") == true)
    }

    #if PluginSignatures
    private func sign(_ file: String, as signature: String, with key: SigningKey) throws {
        let digest = try PluginTrust.digest(ofFile: workshop.path(file))
        try workshop.write(Array(try key.sign(digest).text.utf8), to: signature)
    }

    private func host(trusting key: SigningKey) -> PluginHost {
        var policy = PluginPolicy.standard
        policy.requiredTrust = PluginTrust(
            trustedDigests: [], trustedKeys: [key.verificationKey])
        return PluginHost(policy: policy)
    }

    @Test(arguments: ["fleet-1.so.sig", "fleet.so.sig"])
    func signatureIsBesideTheLinkOrItsTarget(signature: String) throws {
        let key = SigningKey()
        try make("fleet-1.so", "1.0.0")
        try link("fleet.so", to: "fleet-1.so")
        try sign("fleet-1.so", as: signature, with: key)
        let plugin = try host(trusting: key).load(path: workshop.path("fleet.so"), into: registry)
        #expect(plugin.version == "1.0.0")
    }

    @Test func signatureOfWhatALinkLedToBeforeIsAnError() throws {
        let key = SigningKey()
        try make("fleet-1.so", "1.0.0")
        try make("fleet-2.so", "2.0.0")
        try sign("fleet-1.so", as: "fleet.so.sig", with: key)
        try sign("fleet-2.so", as: "fleet-2.so.sig", with: key)
        try link("fleet.so", to: "fleet-2.so")
        let error = #expect(throws: PluginError.self) {
            try host(trusting: key).load(path: workshop.path("fleet.so"), into: registry)
        }
        #expect(
            error?.found == "a signature of key \(key.verificationKey.id) for other bytes")
    }

    @Test func unsignedVersionKeepsNoSignedOneOut() throws {
        let key = SigningKey()
        try make("fleet-1.so", "1.0.0")
        try make("fleet-2.so", "2.0.0")
        try sign("fleet-1.so", as: "fleet-1.so.sig", with: key)
        let (outcome, passedOver) = load(host(trusting: key))
        #expect(outcome.first == "fleet 1.0.0 fleet-1.so")
        #expect(outcome.last?.hasPrefix("fleet-2.so trust: no signature") == true)
        #expect(passedOver == [])
    }

    @Test func keyIsTrustedWithCertainPluginsAndVersions() throws {
        let key = SigningKey()
        try make("fleet-1.so", "1.0.0")
        try make("fleet-2.so", "2.0.0")
        try make("plain.so", "1.0.0", of: "plain", isStamped: false)
        for file in ["fleet-1.so", "fleet-2.so", "plain.so"] {
            try sign(file, as: file + ".sig", with: key)
        }
        var policy = PluginPolicy.standard
        var trust = PluginTrust(trustedDigests: [], trustedKeys: [key.verificationKey])
        trust.grants = [key.verificationKey: ["fleet < 2"]]
        policy.requiredTrust = trust
        let (outcome, passedOver) = load(PluginHost(policy: policy))
        #expect(
            outcome == [
                "fleet 1.0.0 fleet-1.so",
                "fleet-2.so trust: fleet 2.0.0 signed by key \(key.verificationKey.id)",
                "plain.so trust: a plugin without a manifest",
            ])
        #expect(passedOver == [])
    }
    #endif
}
