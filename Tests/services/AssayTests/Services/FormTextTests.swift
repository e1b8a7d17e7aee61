// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayFoundation
import Foundation
import Testing

/// The texts of forms, as values of types.
struct FormTextTests {
    private struct Member: Decodable, Equatable {
        var name: String
        var age: Int
        var height: Double?
        var price: Decimal?
        var isMember: Bool?
        var tags: [String]?
        var numbers: [Int]?
        var since: Date?
    }

    private let validators: ValidatorsManager

    init() throws {
        validators = try ValidatorsManager(
            RuleSet(
                Field("name", .required), Field("age", .required, .integer, .range(18...120)),
                Field("tags[*]", .length(1...3))),
            registry: .standard())
    }

    private func findings(_ fields: [(String, String)]) async -> [String] {
        do {
            _ = try await validators.decode(
                Member.self, fromForm: fields.map { (key: $0.0, value: $0.1) })
            return []
        } catch let error as ValidationError {
            return error.report.violations.map { "\($0.pointer) \($0.code)" }
        } catch {
            return ["\(error)"]
        }
    }

    @Test func whatIsWrongIsOneReport() async throws {
        #expect(await findings([]) == ["/name required.missing", "/age required.missing"])
        #expect(await findings([("name", ""), ("age", "")]).count == 2)
        #expect(await findings([("name", "Ann"), ("age", "x")]) == ["/age integer.notWhole"])
        #expect(
            await findings([("name", "Ann"), ("age", "17"), ("height", "tall")])
                == ["/age range.tooSmall", "/height decoding.typeMismatch"])
        #expect(
            await findings([("name", "Ann"), ("age", "20"), ("isMember", "1")])
                == ["/isMember decoding.typeMismatch"])
        #expect(
            await findings([("name", "Ann"), ("age", "20"), ("tags", "a"), ("tags", "long")])
                == ["/tags/1 length.tooLong"])
        #expect(
            await findings([("name", "Ann"), ("age", "20"), ("numbers[]", "1"), ("numbers[]", "x")])
                == ["/numbers/1 decoding.typeMismatch"])
        #expect(
            await findings([("name", "Ann"), ("name", "Bob"), ("age", "20")])
                == ["/name decoding.typeMismatch"])
    }

    @Test func numbersAndBooleansAreReadFromTheirTexts() async throws {
        let member = try await validators.decode(
            Member.self,
            fromForm: [
                ("name", "12"), ("age", "20"), ("height", "1.75"),
                ("price", "0.1000000000000000000001"), ("isMember", "TRUE"), ("tags", "a"),
                ("numbers[]", "1"), ("numbers[]", ""), ("numbers[]", "3"), ("since", "86400"),
            ].map { (key: $0.0, value: $0.1) })
        #expect(
            member
                == Member(
                    name: "12", age: 20, height: 1.75,
                    price: Decimal(string: "0.1000000000000000000001"), isMember: true,
                    tags: ["a"], numbers: [1, 3],
                    since: Date(timeIntervalSinceReferenceDate: 86400)))
    }

    @Test func aFormIsARecordFromText() {
        let record = ValidationRecord(form: [
            ("a", "1"), ("b[]", "2"), ("c", "3"), ("c", "4"), ("d", ""), ("[]", "5"),
        ])
        #expect(
            record.fields.members.map { "\($0.key)=\($0.value.json)" }
                == [#"a="1""#, #"b=["2"]"#, #"c=["3","4"]"#, #"[]="5""#])
    }
}
