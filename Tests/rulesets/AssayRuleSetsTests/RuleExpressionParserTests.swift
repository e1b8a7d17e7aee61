// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRuleSets
import Testing

@Suite struct RuleExpressionParserTests {
    private static func number(_ text: String) -> ArgumentValue {
        .value((try? JSONValueParser.parse(text)) ?? .absent)
    }

    static let values: [(String, ArgumentValue)] = [
        ("3", .value(3)),
        ("-9223372036854775808", .value(.integer(.min))),
        ("18446744073709551615", .value(.unsignedInteger(.max))),
        ("12345678901234567890123", .value(.decimal("12345678901234567890123"))),
        ("0.1", .value(.number(0.1))),
        ("19.990", .value(.decimal("19.990"))),
        ("1e400", .value(.decimal("1e400"))),
        ("true", .value(true)),
        ("false", .value(false)),
        ("null", .value(nil)),
        (#""a \"b\" \\ \/ \n\t\r\b\f""#, .value("a \"b\" \\ / \n\t\r\u{8}\u{C}")),
        (#""\u00e9\ud83d\ude00\u{1F600}""#, .value("é😀😀")),
        ("[]", .list([])),
        (#"[ "a" , [1], b ]"#, .list([.value("a"), .list([.value(1)]), .word("b")])),
        ("{}", .value([:])),
        (
            #"{ "a" : [1, {"é\u0020" : null}] , "b":-0.5}"#,
            .value(["a": [1, ["é ": nil]], "b": -0.5])
        ),
        (#"[{"a": 1}]"#, .list([.value(["a": 1])])),
        ("3...20", .range(lower: 3, upper: 20)),
        ("-1.5...2.5", .range(lower: -1.5, upper: 2.5)),
        ("3...", .range(lower: 3, upper: nil)),
        ("...20", .range(lower: nil, upper: 20)),
        ("... -20", .range(lower: nil, upper: -20)),
        ("3 ... 20", .range(lower: 3, upper: 20)),
        (
            #""2020-01-01"..."2021-01-01""#,
            .range(lower: "2020-01-01", upper: "2021-01-01")
        ),
        (#""b"..."a""#, .range(lower: "b", upper: "a")),
        ("/^[a-z]+$/", .pattern(source: "^[a-z]+$", flags: "")),
        (#"/a\/b\\\d/im"#, .pattern(source: #"a/b\\\d"#, flags: "im")),
        ("//", .pattern(source: "", flags: "")),
        ("password", .word("password")),
        ("address.zip", .word("address.zip")),
        ("items[*].price", .word("items[*].price")),
        ("rows[0][*]", .word("rows[0][*]")),
        (#""first.last".id"#, .word(#""first.last".id"#)),
        (#"a."b.c""#, .word(#"a."b.c""#)),
        ("first-name", .word("first-name")),
        ("größe", .word("größe")),
        ("email()", .rule(RuleExpression("email"))),
        (
            "acme.taxId(country=\"DE\")",
            .rule(.rule("acme.taxId", ["country": "DE"]))
        ),
    ]

    @Test(arguments: values)
    func argumentIsRead(_ text: String, _ expected: ArgumentValue) throws {
        let expression = try RuleExpressionParser.parseOne("f(\(text))")
        #expect(expression == RuleExpression("f", [RuleArgument(expected)]))
        let named = try RuleExpressionParser.parseOne("f( name = \(text) )")
        #expect(named == RuleExpression("f", [RuleArgument(name: "name", expected)]))
    }

    /// Digits that a double would lose stay in the value.
    @Test func digitsOfDecimalsAreKept() throws {
        let expression = try RuleExpressionParser.parseOne("f(0.10000000000000000000000001)")
        guard case .value(.decimal(let text)) = expression.arguments.first?.value else {
            Issue.record("not a decimal")
            return
        }
        #expect(text == "0.10000000000000000000000001")
    }

    @Test func commaMeansAnd() throws {
        let expressions = try RuleExpressionParser.parse(
            " required ,\n\tlength(3...20), not(oneOf(\"root\", \"admin\")) ")
        #expect(
            expressions.map(\.description) == [
                "required", "length(3...20)", "not(oneOf(\"root\", \"admin\"))",
            ])
    }

    @Test func everyPartKnowsItsBytes() throws {
        let text = "größer, url(schemes=[\"é\"], x)".replacing("größer", with: "required")
        let rule = try #require(try RuleExpressionParser.parse(text).last)
        let bytes = Array(text.utf8)
        let part = { (extent: Range<Int>?) in
            extent.map { String(decoding: bytes[$0], as: UTF8.self) }
        }
        #expect(part(rule.extent) == "url(schemes=[\"é\"], x)")
        #expect(part(rule.arguments[0].extent) == "schemes=[\"é\"]")
        #expect(part(rule.arguments[0].valueExtent) == "[\"é\"]")
        #expect(part(rule.arguments[1].extent) == "x")
    }

    @Test func emptyParenthesesAreNoArguments() throws {
        #expect(try RuleExpressionParser.parseOne("required()") == RuleExpression("required"))
    }

    @Test func printedExpressionReadsBackEqual() throws {
        var generator = ExpressionGenerator(seed: 20_240_229)
        for _ in 0..<5_000 {
            let expression = generator.expression(depth: 4)
            let text = expression.description
            let read = try RuleExpressionParser.parseOne(text)
            #expect(read == expression, "\(text)")
            #expect(read.description == text)
        }
    }

    /// Every prefix and every mutation of a valid text is read or rejected, with a place inside it.
    @Test func damagedExpressionsNeverTrap() {
        var generator = ExpressionGenerator(seed: 7)
        for _ in 0..<2_000 {
            var bytes = Array(generator.expression(depth: 3).description.utf8)
            let place = generator.number(below: bytes.count)
            bytes[place] = Array("()[]{},=:./\"'\\ \n0a-".utf8)[generator.number(below: 19)]
            let text = String(decoding: bytes, as: UTF8.self)
            do throws(ExpressionError) {
                _ = try RuleExpressionParser.parse(text)
            } catch {
                #expect(error.extent.upperBound <= text.utf8.count, "\(text)")
            }
        }
    }

    @Test(arguments: [
        ("length(3...20) \"ab\"", 1, "\"ab\""), ("required, length(3) abc def", 2, "abc def"),
        ("required", 1, ""), ("a ,b  c", 2, "c"), ("a() (", 1, "("),
        ("a {\"b\": 1}", 1, "{\"b\": 1}"),
        ("a\n1", 1, "1"),
    ])
    func prefixEndsWhereAValueBegins(text: String, count: Int, rest: String) throws {
        let (expressions, end) = try RuleExpressionParser.parsePrefix(text)
        #expect(expressions.count == count)
        #expect(String(decoding: text.utf8.dropFirst(end), as: UTF8.self) == rest)
    }

    @Test(arguments: ["", "3", "a, ", "a(", "a, 3"])
    func prefixThatIsNoExpressionIsRejected(text: String) {
        #expect(throws: ExpressionError.self) { try RuleExpressionParser.parsePrefix(text) }
    }
}
