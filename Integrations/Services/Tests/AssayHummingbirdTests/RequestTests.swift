// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayFoundation
import AssayHummingbird
import Hummingbird
import ServiceTesting
import Testing

private struct SignUp: Codable, Sendable, ResponseEncodable {
    var email: String
    var age: Int
    var tags: [String]?
    var newsletter: Bool?
}

/// Requests to handlers that decode, and their answers.
struct RequestTests {
    struct Case: Sendable {
        var path = "/members"
        var method = "POST"
        var type: String? = "application/json"
        var language: String?
        let body: String?
        /// `true` if the body is sent as a chunk, without its length.
        var chunked = false
        let status: Int
        var says: [String] = []
    }

    private static let multipart = "multipart/form-data; boundary=\"a b\""

    private static func parts(_ fields: [(String, String)]) -> String {
        fields.map { "--a b\r\nContent-Disposition: form-data; \($0.0)\r\n\r\n\($0.1)\r\n" }
            .joined()
            + "--a b--\r\n"
    }

    static let cases: [Case] = [
        // JSON
        Case(
            body: "{", status: 400, says: [#""code":"record.malformed""#, #""line":1,"column":2"#]),
        Case(
            body: #"{"email":"ann","age":17}"#, status: 422,
            says: [
                ##""pointer":"#/email","code":"email"##, ##""pointer":"#/age""##, "\"2 errors\"",
            ]),
        Case(
            body: #"{"email":"ann@example.org","age":"x"}"#, status: 422,
            says: [##""pointer":"#/age","code":"integer.kind""##]),
        Case(
            body: #"{"email":"ann@example.org","age":20,"newsletter":"yes"}"#, status: 422,
            says: [##""pointer":"#/newsletter","code":"decoding.typeMismatch""##]),
        Case(
            language: "fr", body: #"{"email":"ann@example.org","age":17}"#, status: 422,
            says: ["supérieur ou égal à 18"]),
        Case(
            language: "de", body: #"{"email":"ann@example.org","age":20,"newsletter":"yes"}"#,
            status: 422, says: ["\"1 Fehler\"", "muss vom Typ boolean sein"]),
        Case(
            language: "de", body: "{\"a\"", status: 400,
            says: ["ist kein lesbarer Datensatz: unerwartetes Ende des Datensatzes"]),
        Case(type: "text/plain", body: "x", status: 415, says: ["text/plain"]),
        Case(type: "application/json; charset=utf-16", body: "{}", status: 415),
        Case(body: String(repeating: " ", count: 2000), status: 413, says: ["1000 bytes"]),
        Case(
            type: "application/vnd.member+json",
            body: #"{"email":"ann@example.org","age":20,"tags":["a"]}"#, status: 200,
            says: [#""age":20"#]),
        Case(type: nil, body: #"{"email":"ann@example.org","age":20}"#, status: 200),
        // Forms
        Case(
            type: "application/x-www-form-urlencoded", body: "email=ann%40example.org&age=17",
            status: 422, says: [##""pointer":"#/age","code":"range.tooSmall""##]),
        Case(
            type: "application/x-www-form-urlencoded", body: "email=ann%40example.org&age=2x",
            status: 422, says: ["integer.notWhole"]),
        Case(
            type: "application/x-www-form-urlencoded",
            body: "email=ann%40example.org&age=20&newsletter=on", status: 422,
            says: [##""pointer":"#/newsletter","code":"decoding.typeMismatch""##]),
        Case(
            type: "application/x-www-form-urlencoded", body: "email=%ff", status: 400,
            says: ["malformed at byte 0: a field is not UTF-8"]),
        Case(
            type: "application/x-www-form-urlencoded",
            body: "email=ann%40example.org&age=20&tags[]=a+b&tags[]=c&newsletter=TRUE&",
            status: 200,
            says: [#""tags":["a b","c"]"#, #""newsletter":true"#]),
        Case(
            type: "application/x-www-form-urlencoded",
            body: "email=ann%40example.org&age=20&tags[]=one", status: 200,
            says: [#""tags":["one"]"#]),
        Case(
            type: multipart,
            body: parts([("name=email", "ann@example.org"), ("name=\"age\"", "20")]), status: 200),
        Case(
            type: multipart, body: parts([("name=email", "ann"), ("name=age", "20")]), status: 422,
            says: ["#/email"]),
        Case(
            type: multipart, body: "x", status: 400,
            says: ["boundary of the content type is missing"]),
        Case(
            type: multipart, body: parts([("name=f; filename=\"f.txt\"", "x")]), status: 400,
            says: ["a part is a file"]),
        Case(
            type: multipart, body: "--a b\r\n\r\nx\r\n--a b--", status: 400,
            says: ["a part has no name"]),
        Case(
            type: multipart, body: "--a b\r\nContent-Disposition: form-data; name=a\r\n\r\nx",
            status: 400, says: ["no boundary after it"]),
        Case(type: "multipart/form-data", body: "x", status: 400, says: ["no boundary of 1 to 70"]),
        // Queries and paths
        Case(
            path: "/search?age=x", method: "GET", body: nil, status: 422,
            says: ["#/email", "#/age"]),
        Case(
            path: "/search?email=ann@example.org&age=20", method: "GET", body: nil, status: 200,
            says: [#""age":20"#]),
        Case(path: "/ages/17", method: "GET", body: nil, status: 422, says: ["range.tooSmall"]),
        Case(path: "/ages/44", method: "GET", body: nil, status: 200, says: ["44"]),
        Case(path: "/ages/%34%34", method: "GET", body: nil, status: 200, says: ["44"]),
        Case(
            path: "/users/ann%2Fexample.org", method: "GET", body: nil, status: 422,
            says: [##""pointer":"#/mail","code":"email.syntax""##]),
        Case(
            path: "/users/ann%zz", method: "GET", body: nil, status: 422, says: ["email.syntax"]),
        Case(
            path: "/users/ann%40example.org", method: "GET", body: nil, status: 200,
            says: ["ann@example.org"]),
        Case(
            path: "/users/ann+a%C3%A4%40example.org", method: "GET", body: nil, status: 422,
            says: ["email"]),
        Case(
            path: "/users/ann+a@example.org", method: "GET", body: nil, status: 200,
            says: ["ann+a@example.org"]),
        // A middleware
        Case(path: "/checked", body: #"{"age":17}"#, status: 422, says: ["#/email", "#/age"]),
        Case(path: "/checked", body: "[", status: 400),
        Case(path: "/checked", body: "", status: 400),
        Case(path: "/checked", body: nil, status: 400),
        Case(
            path: "/checked", method: "GET", body: #"{"age":17}"#, status: 422,
            says: ["#/email", "#/age"]),
        Case(
            path: "/checked", method: "DELETE", body: #"{"age":17}"#, status: 422, says: ["#/age"]),
        Case(path: "/checked", method: "DELETE", body: "x", chunked: true, status: 400),
        Case(path: "/checked", method: "GET", body: nil, status: 200, says: ["nothing"]),
        Case(path: "/checked", method: "GET", body: "", status: 200, says: ["nothing"]),
        Case(path: "/checked", method: "DELETE", body: nil, status: 200, says: ["removed"]),
        Case(
            path: "/checked", method: "DELETE", body: #"{"email":"ann@example.org","age":20}"#,
            status: 200, says: [#"removed {"email":"ann@example.org","age":20}"#]),
        Case(
            path: "/checked", method: "DELETE", body: #"{"email":"ann@example.org","age":20}"#,
            chunked: true, status: 200, says: [#"removed {"email":"ann@example.org","age":20}"#]),
        Case(
            path: "/checked", body: #"{"email":"ann@example.org","age":20}"#, status: 200,
            says: [#"read {"email":"ann@example.org","age":20}"#]),
        Case(path: "/missing", body: "{}", status: 503, says: ["'none' is not loaded"]),
    ]

    @Test func requestsAreAnswered() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            """
            assay: 1
            fields:
              email: required, email
              age: required, integer, range(18...120)
              tags: maxItems(3)
            """, to: "signup.yaml")
        let ruleSets = try RuleSetFolder(folder.path).watch(registry: .standard())
        let router = try Self.router(ruleSets)
        try await withApplication(router) { port in
            for test in Self.cases {
                var headers: [String: String] = [:]
                headers["Content-Type"] = test.type
                headers["Accept-Language"] = test.language
                var body = test.body
                if test.chunked, let text = body {
                    headers["Transfer-Encoding"] = "chunked"
                    body = String(text.utf8.count, radix: 16) + "\r\n\(text)\r\n0\r\n\r\n"
                }
                let connection = try HTTPConnection(port: port)
                connection.send(
                    test.method, test.path, headers: headers, body: body.map { Array($0.utf8) },
                    withLength: !test.chunked)
                let answer = try connection.answer()
                let name = Comment(rawValue: "\(test): \(answer)")
                #expect(answer.status == test.status, name)
                for text in test.says { #expect(answer.body.contains(text), name) }
                guard test.status >= 400 else { continue }
                #expect(answer.headers["content-type"] == "application/problem+json", name)
                #expect(answer.body.contains("\"status\":\(test.status)"), name)
            }
        }
    }

    /// A handler reads the body as it was before it was packed.
    @Test func packedBodiesAreReadAsOthers() async throws {
        let folder = try TemporaryFolder()
        try folder.write("assay: 1\nfields:\n  age: required, integer\n", to: "signup.yaml")
        let ruleSets = try RuleSetFolder(folder.path).watch(registry: .standard())
        let body = #"{"email":"ann@example.org","age":20}"#
        let packed = try gzipped(body)
        try await withApplication(try Self.router(ruleSets)) { port in
            func post(_ path: String, _ body: [UInt8], _ encoding: String) throws -> Answer {
                let connection = try HTTPConnection(port: port)
                connection.send(
                    "POST", path,
                    headers: ["Content-Type": "application/json", "Content-Encoding": encoding],
                    body: body)
                return try connection.answer()
            }
            for path in ["/members", "/checked"] {
                let other = try post(path, packed, "br")
                #expect(other.status == 415)
                #expect(other.headers["accept-encoding"] == "gzip")
                #expect(try post(path, Array(body.utf8), "gzip").status == 400)
                #expect(try post(path, try gzipped("{}"), "gzip").status == 422)
                #expect(try post(path, packed, "gzip").status == 200)
            }
            #expect(try post("/checked", packed, "gzip").body == "read " + body)
            let long = try gzipped(body + String(repeating: " ", count: 2000))
            #expect(long.count < 1000)
            #expect(try post("/members", long, "gzip").status == 413)
        }
    }

    private static func router(_ ruleSets: RuleSetFolderWatch) throws -> Router<BasicRequestContext>
    {
        let router = Router()
        let ages = try ValidatorsManager(
            RuleSet(Field("age", .required, .integer, .range(18...120))), registry: .standard())
        let validators = try #require(ruleSets.validators(named: "signup"))
        let options = BodyOptions(limits: JSONLimits(maximumBytes: 1000))
        router.post("members") { request, context in
            try await request.decode(
                SignUp.self, by: validators, context: context, options: options)
        }
        router.get("search") { request, context in
            try await request.decodeQuery(SignUp.self, by: validators, context: context)
        }
        router.get("ages/{age}") { request, context in
            let values = try await request.decodeParameters(
                [String: Int].self, by: ages, context: context)
            return "\(values["age"] ?? 0)"
        }
        let mails = try ValidatorsManager(
            RuleSet(Field("mail", .required, .email)), registry: .standard())
        router.get("users/{mail}") { request, context in
            let values = try await request.decodeParameters(
                [String: String].self, by: mails, context: context)
            return values["mail"] ?? ""
        }
        for (path, name) in [("checked", "signup"), ("missing", "none")] {
            router.group(RouterPath(path))
                .add(middleware: ValidationMiddleware(name, of: ruleSets))
                .post { request, _ in
                    "read " + String(buffer: try await request.body.collect(upTo: 1000))
                }
                .get { _, _ in "nothing" }
                .delete { request, _ in
                    "removed " + String(buffer: try await request.body.collect(upTo: 1000))
                }
        }
        return router
    }

    @Test func aBufferIsReadAsItIs() async throws {
        struct Login: Decodable { var user: String }
        let validators = try ValidatorsManager(
            RuleSet(Field("user", .required, .length(2...))), registry: .standard())
        var buffer = ByteBuffer(string: #"xx{"user":"A"}"#)
        buffer.moveReaderIndex(forwardBy: 2)
        let report = validators.validate(json: buffer)
        #expect(report.violations.map(\.code) == ["length.tooShort"])
        // Places are those in the readable bytes.
        #expect(report.violations.first?.source?.byteOffset == 8)
        #expect(await validators.validate(json: buffer, within: .seconds(9)) == report)
        #expect(throws: ValidationError(report: report)) {
            try validators.decode(Login.self, from: buffer)
        }
        await #expect(throws: ValidationError(report: report)) {
            try await validators.decode(Login.self, from: buffer, within: .seconds(9))
        }
        let good = try validators.decode(Login.self, from: ByteBuffer(string: #"{"user":"Ann"}"#))
        #expect(good.user == "Ann")
        let waited = try await validators.decode(
            Login.self, from: ByteBuffer(string: #"{"user":"Ann"}"#), within: .seconds(9))
        #expect(waited.user == "Ann")
        var array = ByteBuffer(string: #"xx[{"user":"Ann"},{"user":"A"}]"#)
        array.moveReaderIndex(forwardBy: 2)
        #expect(
            validators.validate(jsonArray: array).records.map { $0.violations.map(\.code) }
                == [[], ["length.tooShort"]])
        #expect(!validators.validate(jsonArray: ByteBuffer()).isValid)
        #expect(!validators.validate(json: ByteBuffer()).isValid)
    }

    @Test func aContentTypeIsReadWithItsParameters() {
        let cases: [(String, String?, [String: String])] = [
            ("", nil, [:]), ("json", nil, [:]), ("a/b/c", nil, [:]), ("/b", nil, [:]),
            ("Application/JSON", "application/json", [:]),
            ("a/b;c=d ; E=\"f;\\\"g\"", "a/b", ["c": "d", "e": "f;\"g"]),
            ("a/b;c=d;c=e;f", "a/b", ["c": "d"]),
        ]
        for (text, name, parameters) in cases {
            let type = ContentType(text)
            #expect(type?.name == name, "\(text)")
            #expect((type?.parameters ?? [:]) == parameters, "\(text)")
        }
    }
}
