// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing
import TestRandomness

@Suite struct EncodingTests {
    private func randomBytes(_ count: Int, _ random: inout SeededNumbers) -> Data {
        Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
    }

    @Test func encodedBytesAreBase64InEveryForm() throws {
        var random = SeededNumbers(seed: 7)
        let required = try RuleUse("base64")
        let optional = try RuleUse("base64(padding=optional)")
        let forbidden = try RuleUse("base64(padding=forbidden)")
        let url = try RuleUse("base64(url=true)")
        for count in 0...100 {
            let text = randomBytes(count, &random).base64EncodedString()
            let bare = text.filter { $0 != "=" }
            #expect(required.check(text) == "pass")
            #expect(optional.check(text) == "pass" && optional.check(bare) == "pass")
            #expect(forbidden.check(bare) == "pass")
            #expect((required.check(bare) == "pass") == (bare == text))
            #expect((forbidden.check(text) == "pass") == (bare == text))
            let safe = text.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }
            #expect(url.check(String(safe)) == "pass")
        }
    }

    @Test func whatPassesAsBase64IsTheEncodingOfItsBytes() throws {
        var random = SeededNumbers(seed: 8)
        let use = try RuleUse("base64")
        let characters = Array("ABCDwxyz0189+/==".utf8)
        for _ in 0..<20_000 {
            let length = Int.random(in: 0...8, using: &random)
            let bytes = (0..<length).map { _ in characters.randomElement(using: &random) ?? 65 }
            let text = String(decoding: bytes, as: UTF8.self)
            let again = Data(base64Encoded: text)?.base64EncodedString()
            #expect((use.check(text) == "pass") == (again == text), "\(text)")
        }
    }

    @Test func formattedIdentifiersAreUUIDs() throws {
        var random = SeededNumbers(seed: 9)
        let use = try RuleUse("uuid")
        for _ in 0..<500 {
            let bytes = randomBytes(16, &random).map { String(format: "%02x", $0) }.joined()
            var text = bytes
            for place in [20, 16, 12, 8] {
                text.insert("-", at: text.index(text.startIndex, offsetBy: place))
            }
            #expect(use.check(text) == "pass")
            #expect(try RuleUse("uuid(hyphens=false)").check(bytes) == "pass")
            let version = Int(String(Array(bytes)[12]), radix: 16) ?? -1
            let isVersion = version > 0  // 0 is the version of the nil UUID alone
            #expect(
                try RuleUse("uuid(\(version))").check(text)
                    == (isVersion ? "pass" : "uuid.version"))
            #expect(try RuleUse("uuid(\((version + 1) % 16))").check(text) == "uuid.version")
        }
    }
}
