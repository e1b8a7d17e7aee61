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

    private struct Sale: Decodable, Equatable {
        var price: Double
        var label: String
        var count: Int
        var sold: String?
        var prices: [Double]?
    }

    @Test func aTypeGetsWhatTheRulesHaveRead() async throws {
        let sales = try ValidatorsManager(
            RuleSet(
                Field("price", .required, .number(decimal: ",", group: ".")),
                Field("label", .number(decimal: ",", group: ".")),
                Field("count", .required, .integer, missing: ["-1"]),
                Field("sold", .date, missing: ["N/A"]),
                Field("prices[*]", .number(decimal: ","))),
            registry: .standard())
        func decode(_ fields: [(String, String)]) async throws -> Sale {
            try await sales.decode(Sale.self, fromForm: fields.map { (key: $0.0, value: $0.1) })
        }
        // For JSON, 1.234 would be another number.
        let sale = try await decode([
            ("price", "1.234"), ("label", "1.234"), ("count", "05"), ("sold", "N/A"),
            ("prices", "1,5"), ("prices", ",5"),
        ])
        #expect(
            sale == Sale(price: 1234, label: "1.234", count: 5, sold: nil, prices: [1.5, 0.5]))
        let error = await #expect(throws: ValidationError.self) {
            try await decode([("price", "1.5"), ("label", "1"), ("count", "-1")])
        }
        #expect(
            error?.report.violations.map { "\($0.pointer) \($0.code)" }
                == ["/price number.separators", "/count required.missing"])
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
