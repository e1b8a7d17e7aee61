// SPDX-License-Identifier: Apache-2.0
import Assay
import Foundation
import GRDB
import Hummingbird

/// Takes members: validates the body of a request, answers what is wrong with it, and stores what is
/// right.
public struct MemberService: Sendable {
    private let validators: ValidatorsManager
    private let database: DatabaseQueue

    /// A service with an empty database in memory.
    public init() throws {
        let ruleSet = RuleSet(
            Field("email", .required, .email),
            Field("age", .required, .integer, .range(18...120)))
        validators = try ValidatorsManager(ruleSet)
        database = try DatabaseQueue()
        try database.write { database in
            try database.create(table: Member.databaseTableName) { table in
                table.autoIncrementedPrimaryKey("id")
                table.column("email", .text).notNull().unique()
                table.column("age", .integer).notNull()
                table.column("joined", .datetime).notNull()
            }
        }
    }

    /// `POST /members` adds one, `GET /members` lists them.
    public var application: some ApplicationProtocol {
        let router = Router()
        router.post("members") { request, context in
            try await add(try await request.decode(as: Value.self, context: context))
        }
        router.get("members") { _, _ in
            try await database.read { try Member.order(Column("email")).fetchAll($0) }
        }
        return Application(router: router)
    }

    private func add(_ body: Value) async throws -> Response {
        guard let record = ValidationRecord(body) else { throw HTTPError(.badRequest) }
        let report = validators.validate(record)
        guard report.isValid else { return response(ProblemDetails(report)) }
        let member = try Member(record)
        try await database.write { try member.insert($0) }
        return Response(status: .created)
    }

    private func response(_ problem: ProblemDetails) -> Response {
        Response(
            status: .init(code: problem.status),
            headers: [.contentType: ProblemDetails.mediaType],
            body: .init(byteBuffer: ByteBuffer(string: problem.json)))
    }
}

/// A row of the table `member`.
struct Member: Codable, FetchableRecord, PersistableRecord, ResponseEncodable {
    let email: String
    let age: Int
    let joined: Date

    /// - Throws: `HTTPError` for a record whose members are of other types, which the rules exclude.
    init(_ record: ValidationRecord) throws {
        guard case .string(let email) = record["email"], case .integer(let age) = record["age"]
        else { throw HTTPError(.internalServerError) }
        self.email = email
        self.age = Int(age)
        joined = Date()
    }
}
