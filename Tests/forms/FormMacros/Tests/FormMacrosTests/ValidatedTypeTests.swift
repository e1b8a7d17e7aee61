// SPDX-License-Identifier: Apache-2.0
import AssayForms
import AssayFoundation
import Testing

private typealias Mail = String
private typealias Count = Int

private enum Plan: String, Codable { case free, paid }

@Validated
private struct Residence: Codable, Equatable {
    @Rules(.required, .length(4...5), label: "ZIP code") var zip: String
    @Rules(.requiredWith("zip"), .differentFrom("zip")) var city: String?
}

@Validated
private struct Article: Codable, Equatable {
    @Rules(.greaterThan("low")) var price: Double
    @Rules(.nonNegative) var low: Double
}

@Validated(unknownFields: .reject)
private struct Registration: Codable, Equatable {
    @Rules(.required, .email.message("No mail.")) var email: Mail
    @Rules(.range(18...120)) var age: Count?
    @Rules(.required, .length(8...), isSensitive: true) var password: String
    @Rules(.sameAs("password")) var again: String
    @Rules(.oneOf("free", "paid")) var plan: Plan?
    @Rules(.maxItems(2)) @ItemRules(.length(1...3)) var tags: [String]?
    @Rules(
        Validator(rules: [
            RuleEntry(
                .iban, when: [Condition("plan", .equals("paid"))], severity: .warning,
                message: "Not an IBAN.")
        ])) var account: String?
    var home: Residence
    var work: Residence?
    var items: [Article]?
    var note: String?

    enum CodingKeys: String, CodingKey {
        case email, age, password, plan, tags, account, home, work, items, note
        case again = "password-again"
    }
}

@Validated
private final class Login: Decodable {
    @Rules(.required, .email) let user: String
}

/// A manual conformance, inside of and around a type of the macro.
private struct Order: Validated {
    static var ruleSet: RuleSet {
        RuleSet(of: Self.self) { properties in
            properties.add(Field("id", .required))
            properties.nested("signUp", Registration.self)
        }
    }
}

private struct Chicken: Validated {
    static var ruleSet: RuleSet {
        RuleSet(of: Self.self) { $0.nested("egg", Egg.self) }
    }
}
private struct Egg: Validated {
    static var ruleSet: RuleSet {
        RuleSet(of: Self.self) { $0.nested("chicken", [Chicken?].self) }
    }
}

@Validated
private struct Broken: Codable {
    @Rules(.required, .regex("(")) var name: String
}

/// Parts in every arrangement that field paths can follow.
@Validated
private struct Nested: Codable {
    var parts: [[Article]]
    var maybe: [Article?]?
    var several: Set<Tag>?
    var twice: Residence??
    var deep: [[[Article]]?]
}

@Validated
private struct Tag: Codable, Hashable {
    @Rules(.required, .length(2...)) var name: String
}

@Validated
private struct Named: Codable {
    @Rules(.required) var id: String
    var prices: [String: [Article]]
}

private enum Level: Int, Codable { case low, high }

@Validated
private struct Coded: Codable {
    @Rules(.length(4...)) var plan: Plan
    @Rules(.range(0...1)) var level: Level?
    @Rules(.requiredKeys("zip")) var home: Residence
}

private let valid = """
    {"email": "ada@example.com", "password": "12345678", "password-again": "12345678",
     "home": {"zip": "1010", "city": "Wien"}}
    """

/// Types that bring their rules, from wrong rules to requests and forms.
struct ValidatedTypeTests {
    @Test func aBrokenRuleIsAnErrorAtEachUse() {
        for _ in 0..<2 {
            let error = #expect(throws: RuleSetError.self) { try Broken.decode(from: "{}") }
            #expect(error?.issues.map(\.field) == ["name"])
        }
    }

    @Test func aTypeInsideItselfIsAnIssue() throws {
        let error = #expect(throws: RuleSetError.self) { try Chicken.validators }
        #expect(
            error?.description == """
                error[ruleSet.recursiveType] egg.chicken[*]: the type 'Chicken' is nested in itself, \
                and paths have an end; write the rule sets of one of the types by hand
                """)
        let other = #expect(throws: RuleSetError.self) { try Chicken.ruleSet.yaml }
        #expect(other?.issues.map(\.code) == ["ruleSet.notWritable"])
    }

    @Test func valuesOfDictionariesThatBringRulesAreAnIssue() throws {
        let error = #expect(throws: RuleSetError.self) { try Named.validators }
        #expect(
            error?.description == """
                error[ruleSet.nestedDictionary] prices: the values of a dictionary bring rules, and no \
                path leads to all of them; make it an array, or write 'ruleSet' by hand
                """)
    }

    @Test func nestedTypesAreFoundInEveryArrangement() throws {
        let body = """
            {"parts": [[{"price": 2, "low": 1}], [{"price": 1, "low": 2}]], "maybe": [null, {"low": -1}],
             "several": [{"name": "a"}], "twice": {"zip": "1"},
             "deep": [null, [[{"price": 0, "low": 3}]]]}
            """
        let found = try Nested.validators.validate(json: body).violations
        #expect(
            found.map { "\($0.pointer) \($0.code)" }.sorted() == [
                "/deep/1/0/0/price greaterThan.notGreater", "/maybe/1/low nonNegative.negative",
                "/parts/1/0/price greaterThan.notGreater", "/several/0/name length.tooShort",
                "/twice/zip length.tooShort",
            ], "\(found)")
        #expect(try Nested.validators.validate(json: #"{"parts": []}"#).isValid)
    }

    @Test func rawValuesAreCheckedAsWhatTheyAreCodedAs() throws {
        let report = try Coded.validators.validate(
            json: #"{"plan": "abc", "level": 2, "home": {"city": "Wien"}}"#)
        #expect(
            report.violations.map { "\($0.pointer) \($0.code)" }.sorted() == [
                "/home requiredKeys.missing", "/home/zip required.missing",
                "/level range.tooLarge", "/plan length.tooShort",
            ], "\(report)")
    }

    @Test func everythingThatIsWrongIsInOneError() throws {
        let body = """
            {"email": "ada", "age": 17, "password": "1234", "password-again": "12345678",
             "tags": ["ok", "long", ""], "account": "x", "plan": "paid", "extra": 1,
             "home": {"zip": "1"}, "work": {}, "items": [{"price": 1, "low": 2}]}
            """
        let error = try #require(throws: ValidationError.self) {
            try Registration.decode(from: body)
        }
        let found = error.report.violations.map { "\($0.pointer) \($0.code)" }
        #expect(
            found.sorted() == [
                "/account iban.length", "/age range.tooSmall", "/email email.syntax",
                "/extra record.unknownField",
                "/home/zip length.tooShort", "/items/0/price greaterThan.notGreater",
                "/password length.tooShort", "/tags maxItems.tooMany",
                "/work/zip required.missing",
            ], "\(found)")
    }

    @Test func whatATypeBringsDecodesIt() async throws {
        let signUp = try Registration.decode(from: valid)
        #expect(signUp.home == Residence(zip: "1010", city: "Wien"))
        #expect(try Registration.decode(from: Array(valid.utf8)) == signUp)
        let later = try await Registration.decode(from: Array(valid.utf8), within: .seconds(2))
        #expect(later == signUp)
        #expect(try signUp.validate().isValid)
        var other = signUp
        other.home.zip = ""
        #expect(try other.validate().violations.map(\.pointer) == ["/home/zip"])
        #expect(try Registration.validators === Registration.validators)
    }

    @Test func anOptionalPartIsCheckedWhereItIs() throws {
        let partly = valid.dropLast() + #", "work": null, "items": []}"#
        #expect(try Registration.validators.validate(json: String(partly)).isValid)
    }

    @Test func aFinalClassHasRulesToo() throws {
        #expect(try Login.decode(from: #"{"user": "ada@example.com"}"#).user == "ada@example.com")
        #expect(throws: ValidationError.self) { try Login.decode(from: #"{"user": "ada"}"#) }
    }

    @Test func theRuleSetIsWrittenAsAFile() throws {
        let text = try Order.ruleSet.yaml
        #expect(try RuleSet(parsing: text) == Order.ruleSet)
        #expect(
            try Article.ruleSet.yaml == """
                assay: 1
                fields:
                  price: number, greaterThan(low)
                  low: number, nonNegative

                """)
        #expect(
            text.contains("signUp.items[*].price: number, greaterThan(signUp.items[*].low)\n"),
            "\(text)")
        #expect(text.contains("signUp.password-again: sameAs(signUp.password)\n"), "\(text)")
    }

    @MainActor @Test func theTypeIsAForm() async throws {
        let form = try FormModel(Registration.self)
        form["email"].text = "ada"
        form["age"].text = "17"
        form["home.zip"].text = "1"
        await #expect(throws: FormInvalid.self) { try await form.submit { _ in } }
        #expect(form["email"].firstMessage == "No mail.")
        #expect(form["age"].firstMessage == "must be at least 18")
        form["age"].text = "36"
        #expect(form.summary.contains { $0.label == "ZIP code" })
        form["email"].text = "ada@example.com"
        form["home.zip"].text = "1010"
        form["home.city"].text = "Wien"
        form["password"].text = "12345678"
        form["password-again"].text = "12345678"
        #expect(form.isValid, "\(form.summary)")
    }
}
