// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Foundation
import Testing

/// The example, which docs/rule-sets/swift.md shows.
struct ExampleTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../../..").standardized

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    @Test func aWrongBodyIsAnsweredWithEverything() throws {
        let body = """
            {"email": "ada", "age": 7, "password": "12345678", "password-again": "x", "tags": [""],
             "address": {"zip": 1010}, "items": [{"price": -1}]}
            """
        let answer = try answer(to: Array(body.utf8))
        #expect(answer.status == 422)
        #expect(
            answer.text == """
                /email must be an e-mail address; /age must be at least 18; \
                /password-again Type it twice.; /tags/0 must have at least 1 character; \
                /address/zip must be a string; /items/0/price must not be negative
                """)
    }

    @Test func aGoodBodyIsDecoded() throws {
        let body = """
            {"email": "ada@example.com", "password": "12345678", "password-again": "12345678",
             "tags": [], "address": {"zip": "1010"}, "items": []}
            """
        let answer = try answer(to: Array(body.utf8))
        #expect(answer.status == 201)
        #expect(answer.text == "welcome, ada@example.com")
    }

    @Test func theRuleSetIsAFile() throws {
        #expect(
            try SignUp.ruleSet.yaml == """
                assay: 1
                fields:
                  email: required, email
                  age: integer, range(18...120)
                  password:
                    rules: required, length(8...)
                    sensitive: true
                  password-again:
                    - rule: sameAs(password)
                      message: Type it twice.
                  tags: maxItems(5)
                  tags[*]: length(1...20)
                  address.zip: required, length(4...5)
                  items[*].price: number, nonNegative
                labels:
                  age: Age

                """)
    }

    @Test func thePageShowsTheExample() throws {
        let types = try Self.text("Examples/Validated/SignUp.swift")
            .split(separator: "import AssayFoundation\n")[1].split(separator: "/// The answer")[0]
        let page = try Self.text("docs/rule-sets/swift.md")
        #expect(page.contains(types.trimmingCharacters(in: .newlines)))
    }
}
