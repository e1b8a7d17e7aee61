// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssayHummingbird
import HTTPTypes
import Hummingbird
import NIOCore

/// `/v1/rule-sets`, `/v1/rules` and `/v1/explain/{code}`.
struct RuleSetRoutes: Sendable {
    let settings: ServerSettings
    let ruleSets: ServedRuleSets
    let shadow: ShadowMode?

    private static let longestRuleSet = 4 << 20

    /// The rule sets with their fingerprints.
    func list() -> Response {
        let entries = ruleSets.names.compactMap { name in
            ruleSets[name].map { version in
                var members: [(key: String, value: Value)] = [
                    ("name", .string(name)), ("fingerprint", .string(version.fingerprint)),
                    (
                        "fields",
                        .array(
                            version.validators.ruleSet.fields.map {
                                .string("\($0.path)")
                            })
                    ),
                ]
                if let second = ruleSets.shadow(of: name) {
                    members.append(("shadow", .string(second.fingerprint)))
                }
                return Value.object(Value.Object(members))
            }
        }
        return Response(json: ["ruleSets": .array(entries)])
    }

    /// Every rule with its parameters, codes and examples.
    func rules() -> Response { Response(json: ruleSets.registry.catalogue) }

    /// Explains a code or a rule.
    func explain(_ name: String) throws(ValidationProblem) -> Response {
        guard let text = ruleSets.registry.explanation(of: name) else {
            throw ValidationProblem(
                .notFound,
                "There is no rule or code '\(name)'"
                    + ValidateRoute.hint(for: name, among: ruleSets.registry.explainedNames)
                    + "; GET /v1/rules lists them.")
        }
        return Response(json: ["name": .string(name), "text": .string(text)])
    }

    /// Returns the differences between second versions of rule sets and the versions that answer.
    func differences() throws(ValidationProblem) -> Response {
        guard let shadow else {
            throw ValidationProblem(.notFound, "No second versions of rule sets are running.")
        }
        return Response(json: shadow.summary)
    }

    /// Replaces a rule set, or adds one.
    func put(_ request: Request, name: String) async throws -> Response {
        try authorize(request)
        guard Self.isName(name) else {
            throw ValidationProblem(
                .badRequest,
                "The name of a rule set has 1 to 64 ASCII letters, digits, '-', '_' and '.', and "
                    + "begins with a letter or a digit.")
        }
        let body = try await request.collectedBody(limit: Self.longestRuleSet)
        let type = request.headers[.contentType].flatMap { ContentType($0) }?.name
        do {
            let (before, version) = try ruleSets.replace(
                name, with: Array(body.readableBytesView), isJSON: type == "application/json"
            ) { before in
                guard let match = request.headers[.ifMatch], !Self.matches(match, before) else {
                    return
                }
                throw ValidationProblem(
                    .preconditionFailed,
                    "The fingerprint of '\(name)' is \(before?.fingerprint ?? "none").")
            }
            var response = Response(
                json: [
                    "name": .string(name), "fingerprint": .string(version.fingerprint),
                ])
            response.status = before == nil ? .created : .ok
            response.headers[.eTag] = "\"\(version.fingerprint)\""
            return response
        } catch let error as RuleSetError {
            throw Self.problem(of: error)
        }
    }

    /// Returns `true` if `If-Match` names a version (RFC 9110, 13.1.1): `*` names any.
    private static func matches(_ header: String, _ version: RuleSetVersion?) -> Bool {
        guard let version else { return false }
        return header.split(separator: ",").contains {
            ["*", "\"\(version.fingerprint)\""].contains($0.filter { $0 != " " })
        }
    }

    private func authorize(_ request: Request) throws(ValidationProblem) {
        guard let token = settings.token else {
            throw ValidationProblem(
                .forbidden, "Rule sets cannot be replaced: the server was started without a token.")
        }
        // The scheme has no case (RFC 9110, 11.1).
        let given = (request.headers[.authorization] ?? "").split(separator: " ", maxSplits: 1)
        guard given.count == 2, given[0].lowercased() == "bearer", Self.isEqual(given[1], token)
        else {
            throw ValidationProblem(
                .unauthorized, "Send the token of the server: Authorization: Bearer TOKEN.",
                headers: [.wwwAuthenticate: "Bearer"])
        }
    }

    /// Takes the same time wherever the texts differ.
    private static func isEqual(_ left: Substring, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        var difference = left.count ^ right.count
        for index in right.indices {
            difference |= Int((left.isEmpty ? 0 : left[index % left.count]) ^ right[index])
        }
        return difference == 0
    }

    private static func isName(_ name: String) -> Bool {
        guard (1...64).contains(name.utf8.count), let first = name.utf8.first else { return false }
        func isWord(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: false
            }
        }
        return isWord(first) && name.utf8.allSatisfy { isWord($0) || "-_.".utf8.contains($0) }
    }

    /// Every issue of a rule set with its place.
    private static func problem(of error: RuleSetError) -> ValidationProblem {
        var problem = ValidationProblem(
            .unprocessableContent, "The rule set is not used; the one before it remains in use.")
        let issues = error.issues.map { issue in
            var members: [(key: String, value: Value)] = [
                ("code", .string(issue.code)), ("detail", .string(issue.message)),
            ]
            if let help = issue.help { members.append(("help", .string(help))) }
            if let field = issue.field { members.append(("field", .string(field))) }
            if let place = issue.location {
                members.append(("line", .integer(Int64(place.line))))
                members.append(("column", .integer(Int64(place.column))))
            }
            return Value.object(Value.Object(members))
        }
        problem.members = [(key: "issues", value: .array(issues))]
        return problem
    }
}

extension Response {
    /// An answer in JSON.
    init(json: Value) {
        self.init(
            status: .ok, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: json.json)))
    }
}
