// SPDX-License-Identifier: Apache-2.0
import ServiceTesting
import Testing

/// Requests and their answers, wrong ones first.
struct AnswerTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var method = "POST"
        var path = "/v1/validate/member"
        var headers = ["Content-Type": "application/json"]
        var body: String?
        let status: Int
        /// Texts that the body contains.
        var says: [String] = []
        var type: String?
    }

    static let rejected: [Case] = [
        Case(
            testDescription: "truncated", body: #"{"name": "Ann""#, status: 400,
            says: ["\"line\":1,\"column\":15", "record.malformed"]),
        Case(testDescription: "nothing", body: "", status: 400, says: ["record.malformed"]),
        Case(testDescription: "a number", body: "12", status: 400, says: ["record.malformed"]),
        Case(testDescription: "invalid UTF-8 escape", body: #"{"name": "\ud800"}"#, status: 400),
        Case(
            testDescription: "deep",
            body: String(repeating: #"{"a":"#, count: 100) + "1"
                + String(repeating: "}", count: 100), status: 400),
        Case(
            testDescription: "duplicate keys", body: #"{"name":"Ann","name":"Bob","age":20}"#,
            status: 422, says: ["record.duplicateKey"]),
        Case(
            testDescription: "NUL", body: "{\"name\":\"A\\u0000\",\"age\":17}", status: 422,
            says: ["range.tooSmall"]),
        Case(
            testDescription: "several violations",
            body: #"{"name":"A","age":17,"secret":"1234567"}"#, status: 422,
            says: [
                "/name", "length.tooShort", "/age", "range.tooSmall", "/secret",
                "\"source\":",
            ]),
        Case(
            testDescription: "problem details", headers: ["Accept": "application/problem+json"],
            body: #"{"name":"Ann","age":17}"#, status: 422,
            says: [
                ##""title":"Unprocessable Content","status":422,"detail":"1 error""##,
                ##""pointer":"#/age""##,
            ], type: "application/problem+json"),
        Case(
            testDescription: "partial of a given field", path: "/v1/validate/member?partial=true",
            body: #"{"age":17}"#, status: 422, says: ["range.tooSmall", #""partial":true"#]),
        Case(
            testDescription: "partial of a null", path: "/v1/validate/member?partial=true",
            body: #"{"name":null}"#, status: 422, says: ["required.null"]),
        Case(
            testDescription: "partial with another value", path: "/v1/validate/member?partial=yes",
            body: "{}", status: 400,
            says: ["The parameter 'partial' of the query must be true or false, once."]),
        Case(
            testDescription: "partial twice",
            path: "/v1/validate/member?partial=true&partial=false", body: "{}", status: 400,
            says: ["The parameter 'partial' of the query must be true or false, once."]),
        Case(
            testDescription: "German", headers: ["Accept-Language": "de-AT, en;q=0.5"],
            body: #"{"name":"Ann","age":17}"#, status: 422, says: ["muss mindestens 18 sein"]),
        Case(
            testDescription: "Accept of nothing that there is", headers: ["Accept": "text/html"],
            body: "{}", status: 406, says: ["application/json, application/problem+json"]),
        Case(
            testDescription: "another type", headers: ["Content-Type": "application/xml"],
            body: "<a/>", status: 415, says: ["application/xml"]),
        Case(
            testDescription: "another encoding",
            headers: ["Content-Type": "application/json", "Content-Encoding": "br"], body: "{}",
            status: 415),
        Case(
            testDescription: "another character set",
            headers: ["Content-Type": "text/csv; charset=latin1"], body: "a", status: 415),
        Case(
            testDescription: "CSV with a wrong parameter",
            headers: ["Content-Type": "text/csv; skip=x"], body: "name\nAnn\n", status: 400,
            says: [
                "The parameter 'skip' of the type of the body must be a number from 0 to 1000000."
            ]),
        Case(
            testDescription: "CSV with contradicting parameters",
            headers: ["Content-Type": "text/csv; escape=,; comment=,"], body: "name\nAnn\n",
            status: 400, says: ["the comment must differ from the escape"]),
        Case(
            testDescription: "a record in another character set",
            headers: ["Content-Type": "application/json; charset=\"ISO-8859-1\""], body: "{}",
            status: 415, says: ["Records in 'ISO-8859-1' are not supported; send UTF-8."]),
        Case(
            testDescription: "a form in another character set",
            headers: ["Content-Type": "application/x-www-form-urlencoded; charset=latin1"],
            body: "name=Ann", status: 415),
        Case(
            testDescription: "no such rule set", path: "/v1/validate/none", body: "{}", status: 404,
            says: ["There is no rule set 'none'; GET /v1/rule-sets lists them."]),
        Case(
            testDescription: "almost a rule set", path: "/v1/validate/Membre", body: "{}",
            status: 404, says: ["There is no rule set 'Membre' (did you mean 'member'?); GET"]),
        Case(
            testDescription: "a name whose escapes are none", path: "/v1/validate/%ff", body: "{}",
            status: 404, says: ["There is no rule set '%ff'"]),
        Case(
            testDescription: "a name out of the folder", path: "/v1/validate/..%2Fmember",
            body: "{}", status: 404, says: ["There is no rule set '../member'"]),
        Case(testDescription: "no such path", method: "GET", path: "/v2", status: 404),
        Case(testDescription: "another method", method: "GET", status: 405),
        Case(
            testDescription: "a form",
            headers: ["Content-Type": "application/x-www-form-urlencoded"], body: "name=Ann&age=x",
            status: 422, says: ["integer.notWhole"]),
        Case(
            testDescription: "an array",
            body: #"[{"name":"Ann","age":17},{"name":"Bob","age":20}]"#, status: 422,
            says: [
                #"{"record":1,"valid":false"#,
                #"{"summary":{"records":2,"invalid":1,"violations":1"#,
            ], type: "application/x-ndjson"),
        Case(
            testDescription: "an array as one document", headers: ["Accept": "application/json"],
            body: #"[{"name":"Ann","age":17},{"name":"Bob","age":2}]"#, status: 422,
            says: [#"{"reports":[{"record":1"#, #""summary":{"records":2,"invalid":2"#],
            type: "application/json"),
        Case(
            testDescription: "lines", headers: ["Content-Type": "application/x-ndjson"],
            body: "{\"name\":\"Ann\",\"age\":20}\nx\n", status: 422,
            says: [#"{"record":2"#, "record.malformed", #""records":2,"invalid":1"#]),
        Case(
            testDescription: "CSV", headers: ["Content-Type": "text/csv"],
            body: "name,age,secret,tags\nAnn,17,,\n", status: 422,
            says: [#"{"record":1"#, "range.tooSmall"]),
        Case(
            testDescription: "CSV of another dialect",
            headers: ["Content-Type": "text/csv; skip=1; skip-last=1; comment=\"#\"; quote=none"],
            body: "title\nname,age,secret,tags\n# c\nAnn,17,,\nend\n", status: 422,
            says: [#"{"record":1"#, "range.tooSmall", #""skippedLines":2,"comments":1"#]),
        Case(
            testDescription: "tabs and quotes that are text",
            headers: ["Content-Type": "text/tab-separated-values"],
            body: "name\tage\tsecret\ttags\n\"Ann\t17\t\t\n", status: 422,
            says: [#"{"record":1"#, "range.tooSmall"]),
        Case(
            testDescription: "CSV without its columns", headers: ["Content-Type": "text/csv"],
            body: "name\nAnn\n", status: 400,
            says: [
                "'body' has no columns 'age' and 'secret'",
                ##"{"detail":"is not a column of the input","pointer":"#/age","code":"column.missing""##,
                ##""pointer":"#/secret","code":"column.missing""##,
            ]),
        Case(
            testDescription: "CSV whose column has another name",
            headers: ["Content-Type": "text/csv"], body: "name,agee,secret\nAnn,20,\n",
            status: 400,
            says: [
                "'body' has no column 'age' (did you mean 'agee'?)",
                "is not a column of the input; agee is one with a similar name",
            ]),
        Case(
            testDescription: "CSV without its columns in German",
            headers: ["Content-Type": "text/csv", "Accept-Language": "de"], body: "name\nAnn\n",
            status: 400,
            says: [#""detail":"2 Fehler""#, #"{"detail":"ist keine Spalte der Eingabe","#]),
        Case(
            testDescription: "CSV that is something else", headers: ["Content-Type": "text/csv"],
            body: "%PDF-1.7\n1\n", status: 400,
            says: ["it is a PDF document", #""code":"input.foreign""#]),
        Case(
            testDescription: "CSV without any column, which is allowed in vain",
            headers: ["Content-Type": "text/csv; allow-missing-columns=true"], body: "x\n1\n",
            status: 400, says: [##""pointer":"#/name","code":"column.missing""##]),
        Case(
            testDescription: "CSV that may lack columns, and lacks one that is required",
            headers: ["Content-Type": "text/csv; allow-missing-columns=true"],
            body: "name\nAnn\n", status: 422,
            says: [
                #""field":"age","rule":"required","code":"required.missing""#
            ]),
        Case(
            testDescription: "CSV with a flag that is none",
            headers: ["Content-Type": "text/csv; allow-missing-columns=yes"],
            body: "name\nAnn\n", status: 400,
            says: [
                "The parameter 'allow-missing-columns' of the type of the body must be true or false."
            ]),
        Case(
            testDescription: "German answers to a malformed record",
            headers: ["Accept-Language": "de", "Accept": "application/problem+json"],
            body: #"{"name": "Ann""#, status: 400,
            says: [
                #""detail":"1 Fehler""#,
                "ist kein lesbarer Datensatz: unerwartetes Ende des Datensatzes",
            ]),
        Case(
            testDescription: "German answers to records of CSV",
            headers: ["Content-Type": "text/csv", "Accept-Language": "de"],
            body: "name,age,secret\nAnn,20\n", status: 400,
            says: [
                "ist kein lesbarer Datensatz: falsche Anzahl von Zellen: gefunden 2, erwartet 3"
            ]),
        Case(
            testDescription: "a German title of findings",
            headers: ["Accept-Language": "de", "Accept": "application/problem+json"],
            body: #"{"name":"Ann","age":17}"#, status: 422,
            says: [#""title":"Nicht verarbeitbarer Inhalt","status":422,"detail":"1 Fehler""#]),
        Case(
            testDescription: "a German title of a malformed record",
            headers: ["Accept-Language": "de", "Accept": "application/problem+json"],
            body: #"{"name": "Ann""#, status: 400, says: [#""title":"Ungültige Anfrage""#]),
        Case(
            testDescription: "a German answer about another type",
            headers: ["Content-Type": "application/xml", "Accept-Language": "de"], body: "<a/>",
            status: 415,
            says: [
                #""title":"Medientyp nicht unterstützt""#,
                "Datensätze des Typs „application/xml“ werden nicht unterstützt; senden Sie",
            ]),
        Case(
            testDescription: "a German answer about the form of the answer",
            headers: ["Accept": "text/html", "Accept-Language": "de"], body: "{}", status: 406,
            says: [
                #""title":"Nicht akzeptabel""#,
                "Die Antwort kann application/json, application/problem+json, application/x-ndjson sein.",
            ]),
        Case(
            testDescription: "a German answer about a rule set",
            path: "/v1/validate/Membre", headers: ["Accept-Language": "de"], body: "{}",
            status: 404,
            says: [
                #""title":"Nicht gefunden""#,
                "Es gibt keinen Regelsatz „Membre“ (ist „member“ gemeint?); GET /v1/rule-sets",
            ]),
        Case(
            testDescription: "a French answer about the query",
            path: "/v1/validate/member?partial=yes", headers: ["Accept-Language": "fr-CA, en"],
            body: "{}", status: 400,
            says: [
                #""title":"Requête incorrecte""#,
                "Le paramètre « partial » de la requête doit être true ou false, une seule fois.",
            ]),
        Case(
            testDescription: "a German answer about an encoding",
            headers: [
                "Content-Type": "application/json", "Content-Encoding": "br",
                "Accept-Language": "de",
            ], body: "{}", status: 415, says: ["Ein Inhalt in der Kodierung „br“ wird nicht"]),
        Case(
            testDescription: "a German answer about a character set",
            headers: ["Content-Type": "text/csv; charset=latin1", "Accept-Language": "de"],
            body: "a", status: 415, says: ["Datensätze in „latin1“ werden nicht unterstützt"]),
        Case(
            testDescription: "a German answer about a parameter",
            headers: ["Content-Type": "text/csv; skip=x", "Accept-Language": "de"],
            body: "name\nAnn\n", status: 400,
            says: ["Der Parameter „skip“ des Inhaltstyps muss eine Zahl von 0 bis 1000000 sein."]),
        Case(
            testDescription: "a German answer about something else",
            headers: ["Content-Type": "text/csv", "Accept-Language": "de"],
            body: "%PDF-1.7\n1\n", status: 400,
            says: [
                #""detail":"„body“ ist nicht lesbar; der Inhalt: ein PDF-Dokument","errors":["#,
                #"{"detail":"„body“ ist nicht lesbar; der Inhalt: ein PDF-Dokument","#,
            ]),
        Case(
            testDescription: "a German answer about a path", method: "GET", path: "/v2",
            headers: ["Accept-Language": "de"], status: 404,
            says: ["Unter diesem Pfad gibt es nichts."]),
        Case(
            testDescription: "an explanation of nothing", method: "GET", path: "/v1/explain/none",
            status: 404),
        Case(
            testDescription: "an explanation of almost a code", method: "GET",
            path: "/v1/explain/lenght.tooShort", status: 404,
            says: ["no rule or code 'lenght.tooShort' (did you mean 'length.tooShort'?)"]),
        Case(testDescription: "no second versions", method: "GET", path: "/v1/shadow", status: 404),
        Case(
            testDescription: "PUT without a token of the server", method: "PUT",
            path: "/v1/rule-sets/a", body: "assay: 1", status: 403),
    ]

    static let accepted: [Case] = [
        Case(
            testDescription: "a record", body: #"{"name":"Ann","age":20}"#, status: 200,
            says: [#"{"valid":true,"violations":[]}"#], type: "application/json"),
        Case(
            testDescription: "a name in escapes", path: "/v1/validate/%6d%65mber",
            body: #"{"name":"Ann","age":20}"#, status: 200),
        Case(
            testDescription: "Accept of nothing in particular", headers: ["Accept": " "],
            body: #"{"name":"Ann","age":20}"#, status: 200, type: "application/json"),
        Case(
            testDescription: "a record with a byte order mark",
            body: "\u{FEFF}{\"name\":\"Ann\",\"age\":20}", status: 200),
        Case(
            testDescription: "a record as lines", headers: ["Accept": "application/x-ndjson"],
            body: #"{"name":"Ann","age":17}"#, status: 422,
            says: [#"{"record":1,"valid":false"#, #"{"summary":{"records":1,"invalid":1"#],
            type: "application/x-ndjson"),
        Case(
            testDescription: "a form",
            headers: ["Content-Type": "application/x-www-form-urlencoded"],
            body: "name=Ann+B%C3%A4r&age=20&tags=a&tags=b&secret=", status: 200),
        Case(
            testDescription: "CSV that may lack columns",
            headers: ["Content-Type": "text/csv; allow-missing-columns=true"],
            body: "name,age\nAnn,20\nBob,30\n", status: 200,
            says: [
                #""notices":[{"severity":"warning","code":"field.neverSeen","message":"no record has the field 'secret'""#
            ]),
        Case(
            testDescription: "German notices",
            headers: [
                "Content-Type": "text/csv; allow-missing-columns=true", "Accept-Language": "de",
            ], body: "name,age\nAnn,20\nBob,30\n", status: 200,
            says: [
                #""message":"kein Datensatz hat das Feld „secret“","help":"die Schreibweise der"#
            ]),
        Case(
            testDescription: "German notices about nothing",
            headers: ["Content-Type": "application/x-ndjson", "Accept-Language": "de"], body: "",
            status: 200, says: [#""message":"es wurde kein Datensatz gelesen""#]),
        Case(
            testDescription: "an empty array", headers: ["Accept": "application/json"], body: " []",
            status: 200, says: [#"{"reports":[],"summary":{"records":0"#]),
        Case(
            testDescription: "rules", method: "GET", path: "/v1/rules", status: 200,
            says: [#""id":"length""#]),
        Case(
            testDescription: "an explanation", method: "GET", path: "/v1/explain/length.tooShort",
            status: 200, says: [#"{"name":"length.tooShort","text":"#]),
        Case(
            testDescription: "rule sets", method: "GET", path: "/v1/rule-sets", status: 200,
            says: [#""name":"member","fingerprint":""#]),
        Case(
            testDescription: "metrics", method: "GET", path: "/metrics", status: 200,
            says: ["# TYPE assay_http_requests_total counter"],
            type: "text/plain; version=0.0.4; charset=utf-8"),
        Case(
            testDescription: "live", method: "GET", path: "/health/live", status: 200,
            says: ["live"]),
        Case(
            testDescription: "ready", method: "GET", path: "/health/ready", status: 200,
            says: ["ready"]),
        Case(
            testDescription: "the version", method: "GET", path: "/version", status: 200,
            says: [#"{"name":"assay-server""#]),
        Case(testDescription: "HEAD", method: "HEAD", path: "/version", status: 200),
    ]

    @Test func requestsAreAnsweredAsDocumented() throws {
        let server = try ServerProcess()
        let document = try APIDocument(
            try server.request("GET", "/openapi.json").body)
        for test in Self.rejected + Self.accepted {
            let connection = try HTTPConnection(port: server.port)
            connection.send(
                test.method, test.path, headers: test.headers,
                body: test.body.map { Array($0.utf8) })
            let answer = test.method == "HEAD" ? try connection.head() : try connection.answer()
            let name = Comment(rawValue: test.testDescription + ": " + answer.body.prefix(300))
            #expect(answer.status == test.status, name)
            for text in test.says { #expect(answer.body.contains(text), name) }
            if let type = test.type { #expect(answer.headers["content-type"] == type, name) }
            #expect(document.complaint(test.method, test.path, answer) == nil, name)
        }
    }

    @Test func aConnectionAnswersOneRequestAfterTheOther() throws {
        let server = try ServerProcess()
        let connection = try HTTPConnection(port: server.port)
        for body in [#"{"name":"Ann","age":20}"#, "{", #"{"name":"Ann","age":2}"#] {
            connection.send("POST", "/v1/validate/member", body: Array(body.utf8))
        }
        #expect(try connection.answer().status == 200)
        #expect(try connection.answer().status == 400)
        #expect(try connection.answer().status == 422)
    }
}
