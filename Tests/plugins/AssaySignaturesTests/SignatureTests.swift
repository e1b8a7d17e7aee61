// SPDX-License-Identifier: Apache-2.0
#if PluginSignatures
import AssaySignatures
import Testing

private func digest(_ text: String) -> Digest {
    Array(text.utf8).withUnsafeBytes { Digest(of: $0) }
}

@Suite struct SignatureTests {
    @Test func digestIsThatOfTheStandard() {
        // FIPS 180-4, the examples for SHA-256: "abc" and the empty message.
        #expect(
            digest("abc").description
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(
            digest("").description
                == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }

    @Test(arguments: [
        "", "ba78", String(repeating: "g", count: 64), String(repeating: "é", count: 32),
    ])
    func textThatIsNoDigestIsNone(text: String) {
        #expect(Digest(text) == nil)
    }

    @Test func digestIsReadAsItIsPrinted() {
        let abc = digest("abc")
        #expect(Digest(abc.description) == abc)
        #expect(Digest(abc.description.uppercased()) == abc)
    }

    @Test func signatureIsValidForItsKeyAndItsFileOnly() throws {
        let key = SigningKey()
        let other = SigningKey()
        let signature = try key.sign(digest("a"))
        #expect(key.verificationKey.verifies(signature, of: digest("a")))
        #expect(!key.verificationKey.verifies(signature, of: digest("b")))
        #expect(!other.verificationKey.verifies(signature, of: digest("a")))
        #expect(signature.keyID == key.verificationKey.id)
    }

    @Test func everyFlippedBitOfASignatureIsNoticed() throws {
        let key = SigningKey()
        let text = try key.sign(digest("a")).text
        let bytes = Array(text.utf8)
        let start = "assay-ed25519-signature ".utf8.count
        for index in start..<(start + 86) {
            var changed = bytes
            changed[index] =
                changed[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            guard let signature = try? Signature(String(decoding: changed, as: UTF8.self))
            else {
                continue
            }
            #expect(
                !key.verificationKey.verifies(signature, of: digest("a")), "character \(index)")
        }
    }

    @Test(arguments: ["B==", "P=="])
    func bitsThatEncodeNothingMustBeZero(end: String) {
        let text = String(repeating: "A", count: 85) + end
        let error = #expect(throws: SignatureError.self) {
            try Signature("assay-ed25519-signature \(text)")
        }
        #expect(
            error?.description
                == "found '\(text)' after assay-ed25519-signature, expected 64 bytes in base 64")
    }

    @Test func keysAndSignaturesSurviveTheirFiles() throws {
        let key = SigningKey()
        let read = try SigningKey(
            "# kept in the safe\n\n" + key.text(comment: "Acme\nreleases"))
        #expect(read.verificationKey == key.verificationKey)
        let shared = try VerificationKey(key.verificationKey.text(comment: "Acme\nreleases"))
        #expect(shared == key.verificationKey)
        #expect(shared.comment == "Acme releases")
        #expect(shared.description == "\(key.verificationKey.id) (Acme releases)")
        let signature = try key.sign(digest("a"))
        #expect(try Signature(signature.text) == signature)
    }

    @Test(arguments: [
        ("", "found 0 lines, expected one line 'assay-ed25519-public BASE64'"),
        ("a\nb\n", "found 2 lines, expected one line 'assay-ed25519-public BASE64'"),
        (
            "assay-ed25519-private AAAA",
            "found a line with 'assay-ed25519-private', expected one line "
                + "'assay-ed25519-public BASE64'"
        ),
        (
            "assay-ed25519-public AAA=",
            "found 'AAA=' after assay-ed25519-public, expected 32 bytes in base 64"
        ),
        (
            "assay-ed25519-public ?",
            "found '?' after assay-ed25519-public, expected 32 bytes in base 64"
        ),
    ])
    func textThatIsNoKeyIsRejected(text: String, message: String) {
        let error = #expect(throws: SignatureError.self) { try VerificationKey(text) }
        #expect(error?.description == message)
    }

    /// The eight points of small order, and those with x = 0 with the other sign too.
    @Test(arguments: [
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIA=",
        "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
        "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIA=",
        "JuiVj8KyJ7BFw/SJ8u+Y8NXfrAXTxjM5sTgCiG1T/AU=",
        "JuiVj8KyJ7BFw/SJ8u+Y8NXfrAXTxjM5sTgCiG1T/IU=",
        "xxdqcD1N2E+6PAt2DRBnDyogU/osOczGTsf9d5KsA3o=",
        "xxdqcD1N2E+6PAt2DRBnDyogU/osOczGTsf9d5KsA/o=",
        "7P///////////////////////////////////////38=",
        "7P////////////////////////////////////////8=",
    ])
    func keyOfSmallOrderIsRejected(key: String) {
        let error = #expect(throws: SignatureError.self) {
            try VerificationKey("assay-ed25519-public \(key)")
        }
        #expect(
            error?.description
                == "found a public key of small order, for which anyone can sign, "
                + "expected what `keygen` wrote")
    }

    /// The y coordinate is 2^255 - 19 or more.
    @Test(arguments: [
        "7f///////////////////////////////////////38=",
        "7f////////////////////////////////////////8=",
        "7v///////////////////////////////////////38=",
        "7v////////////////////////////////////////8=",
        "8P///////////////////////////////////////38=",
        "8P////////////////////////////////////////8=",
        "/////////////////////////////////////////38=",
        "//////////////////////////////////////////8=",
    ])
    func keyWithASecondEncodingIsRejected(key: String) {
        let error = #expect(throws: SignatureError.self) {
            try VerificationKey("assay-ed25519-public \(key)")
        }
        #expect(
            error?.description
                == "found a public key whose encoding is not canonical, "
                + "expected what `keygen` wrote")
    }

    @Test func keyAtTheEndOfTheFieldIsRead() throws {
        let bytes = "6////////////////////////////////////////38="
        #expect(try VerificationKey("assay-ed25519-public \(bytes)").bytes.first == 0xEB)
    }

    @Test func errorAboutAPrivateKeyDoesNotRepeatIt() {
        let error = #expect(throws: SignatureError.self) {
            try SigningKey("assay-ed25519-private c2VjcmV0")
        }
        #expect(
            error?.description == "found a text that is not a private key, "
                + "expected one line 'assay-ed25519-private BASE64'")
    }
}
#endif
