// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import Foundation
import TestRandomness
import Testing

/// A reader that shares nothing with this one reads the same.
struct JSONFoundationAgreementTests {
    private let manager: ValidatorsManager

    init() throws {
        let registry = RuleRegistry.standard()
        let ruleSet = try RuleSetLoader.load(file: Repository.signupRuleSet, registry: registry)
            .ruleSet
        manager = try ValidatorsManager(ruleSet, registry: registry)
    }

    private static func object(_ bytes: [UInt8]) -> [String: Any]? {
        (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any]
    }

    private static func value(_ any: Any) -> Value? {
        switch any {
        case is NSNull: .null
        case let text as String: .string(text)
        case let list as [Any]: .array(list.compactMap { value($0) })
        case let object as [String: Any]:
            .object(Value.Object(object.compactMap { key, any in value(any).map { (key, $0) } }))
        case let number as NSNumber:
            if String(cString: number.objCType) == "c" {
                .bool(number.boolValue)
            } else if let integer = Int64(exactly: number) {
                .integer(integer)
            } else {
                .number(number.doubleValue)
            }
        default: nil
        }
    }

    @Test func recordsHaveTheSameViolations() throws {
        var signups = BrokenSignups(seed: 31)
        var compared = 0
        for _ in 0..<400 {
            let text = signups.record()
            var report = manager.validate(json: text)
            // Foundation does not tell.
            guard !report.violations.contains(where: { $0.code == "record.duplicateKey" }) else {
                continue
            }
            let object = try #require(Self.object(Array(text.utf8)))
            guard case .object(let fields)? = Self.value(object) else { continue }
            for index in report.violations.indices { report.violations[index].source = nil }
            let expected = manager.validate(ValidationRecord(fields))
            #expect(
                report.violations.map(\.object.json).sorted()
                    == expected.violations.map(\.object.json).sorted(), "\(text)")
            compared += report.violations.count
        }
        #expect(compared > 300)
    }

    /// What is JSON and what is not, a byte at a time.
    @Test func theSameBytesAreRecords() {
        var numbers = SeededNumbers(seed: 32)
        let bytes = Array(
            #"{"a": [1, -2.5e+3, 0], "b\n\u00e9": {"c": null, "d": [true, false]}, "é": ""}"#.utf8)
        let alphabet = Array("{}[]\",:\\/u0e-+. \ntn".utf8) + [0, 0x1F, 0x80, 0xC3, 0xFF]
        var (accepted, rejected) = (0, 0)
        for round in 0..<6000 {
            var changed = bytes
            for _ in 0...(round % 3) {
                let place = Int.random(in: 0..<changed.count, using: &numbers)
                let byte = alphabet.randomElement(using: &numbers) ?? 0
                switch Int.random(in: 0...2, using: &numbers) {
                case 0: changed[place] = byte
                case 1: changed.insert(byte, at: place)
                default: changed.remove(at: place)
                }
            }
            let isRecord = !manager.validate(json: changed).violations.contains {
                $0.code == "record.malformed"
            }
            let text = String(decoding: changed, as: UTF8.self)
            // Foundation overlooks a comma after the last element or member.
            let isReadable = Self.object(changed) != nil && !text.contains(#/,\s*[\]}]/#)
            #expect(isRecord == isReadable, "\(text)")
            accepted += isRecord ? 1 : 0
            rejected += isRecord ? 0 : 1
        }
        #expect(accepted > 300 && rejected > 1000, "\(accepted), \(rejected)")
    }
}
