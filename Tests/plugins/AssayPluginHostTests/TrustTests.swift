// SPDX-License-Identifier: Apache-2.0
#if PluginSignatures
import AssayCore
import AssayPluginHost
import AssaySignatures
import Testing

/// Digests and signatures that vouch for a plugin.
@Suite struct TrustTests {
    private let workshop: Workshop
    private let key = SigningKey()

    init() throws { workshop = try Workshop() }

    private func plugin() throws -> String {
        try workshop.write(try BuiltPlugin.template.bytes(), to: "plugin.so")
    }

    private func policy(_ trust: PluginTrust) -> PluginPolicy {
        var policy = PluginPolicy.standard
        policy.requiredTrust = trust
        return policy
    }

    private func trustError(_ path: String, _ trust: PluginTrust) -> String? {
        let error = #expect(throws: PluginError.self) {
            try PluginHost(policy: policy(trust)).load(path: path, into: .init())
        }
        #expect(error?.stage == .trust)
        return error.map { "\($0.found), expected \($0.expected); \($0.remedy)" }
    }

    @Test func fileThatNoOneVouchesForIsRejected() throws {
        let path = try plugin()
        let digest = try PluginTrust.digest(ofFile: path)
        #expect(
            trustError(path, PluginTrust(trustedDigests: [], trustedKeys: []))
                == "the SHA-256 digest \(digest), "
                + "expected a trusted key or digest, of which there is none; "
                + "allow this digest if it is that of the right file")
        #expect(
            trustError(path, PluginTrust(trustedDigests: [], trustedKeys: [key.verificationKey]))
                == "no signature (\(path).sig: no such file), "
                + "expected a signature of a trusted key beside the file; "
                + "sign it with 'ruleshell plugin sign', or allow its digest")
    }

    @Test func fileWithAnAllowedDigestIsLoaded() throws {
        let path = try plugin()
        let trust = PluginTrust(
            trustedDigests: [try PluginTrust.digest(ofFile: path)], trustedKeys: [])
        #expect(
            try PluginHost(policy: policy(trust)).load(path: path, into: .init()).id
                == "template")
        try workshop.write(try BuiltPlugin.template.bytes() + [0], to: "plugin.so")
        #expect(trustError(path, trust)?.hasPrefix("the SHA-256 digest ") == true)
    }

    @Test func signedFileIsLoadedUntilItChanges() throws {
        let path = try plugin()
        let signature = try key.sign(try PluginTrust.digest(ofFile: path))
        try workshop.write(Array(signature.text.utf8), to: "plugin.so.sig")
        let trust = PluginTrust(
            trustedDigests: [], trustedKeys: [SigningKey().verificationKey, key.verificationKey])
        #expect(try trust.verify(file: path) == PluginTrust.digest(ofFile: path))
        #expect(
            try PluginHost(policy: policy(trust)).load(path: path, into: .init()).id
                == "template")

        let other = SigningKey().verificationKey
        #expect(
            trustError(path, PluginTrust(trustedDigests: [], trustedKeys: [other]))
                == "a signature of the unknown key '\(key.verificationKey.id)', "
                + "expected a signature for this file of one of the keys \(other); trust the key "
                + "if you trust its owner, or get a plugin with another signature")

        try workshop.write(try BuiltPlugin.template.bytes() + [0], to: "plugin.so")
        #expect(
            trustError(path, PluginTrust(trustedDigests: [], trustedKeys: [key.verificationKey]))
                == "a signature of key \(key.verificationKey.id) for other bytes, "
                + "expected a signature for this file of one of the keys \(key.verificationKey); "
                + "get the plugin and its signature again: one of them was changed")
    }

    @Test func digestsAndKeysAreReadFromTexts() throws {
        let digest = String(repeating: "0A", count: 32)
        let publicKey = key.verificationKey
        let trust = try PluginTrust(digests: [digest], keys: [publicKey.text(comment: "Acme")])
        #expect(trust.digests.map(\.description) == [digest.lowercased()])
        #expect(trust.keys == [publicKey])
        let noDigest = #expect(throws: PluginTrustError.self) {
            try PluginTrust(digests: [digest, "0A"])
        }
        #expect(
            noDigest?.description
                == "cannot trust this: found '0A', expected 64 hexadecimal digits")
        let noKey = #expect(throws: PluginTrustError.self) { try PluginTrust(keys: ["x"]) }
        #expect(
            noKey?.description == "cannot trust this: found a line with 'x', "
                + "expected one line 'assay-ed25519-public BASE64'")
    }

    @Test func damagedSignatureFileIsRejected() throws {
        let path = try plugin()
        try workshop.write(Array(repeating: UInt8(ascii: "x"), count: 100), to: "plugin.so.sig")
        #expect(
            trustError(path, PluginTrust(trustedDigests: [], trustedKeys: [key.verificationKey]))
                == "a line with '\(String(repeating: "x", count: 40))' in \(path).sig, "
                + "expected one line 'assay-ed25519-signature BASE64'; sign the plugin again")
    }
}
#endif
