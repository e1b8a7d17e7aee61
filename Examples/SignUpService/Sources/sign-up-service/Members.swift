// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB

/// Those who have signed up, in an SQLite file.
///
/// A member and the mail that welcomes them are one transaction: the file has both or neither, whenever the
/// process ends.
struct Members: Sendable {
    private let database: DatabasePool

    /// Opens the file, and makes it where there is none.
    init(path: String) throws {
        database = try DatabasePool(path: path)
        var migrator = DatabaseMigrator()
        migrator.registerMigration("members and their mails") { database in
            try database.create(table: Member.databaseTableName) { table in
                table.autoIncrementedPrimaryKey("id")
                // The last word about names: names that differ in case alone are one.
                table.column("userName", .text).notNull().unique().collate(.nocase)
                table.column("email", .text).notNull()
                table.column("country", .text).notNull()
                table.column("taxId", .text).notNull()
                table.column("age", .integer).notNull()
                table.column("joined", .datetime).notNull()
            }
            try database.create(table: "mail") { table in
                table.autoIncrementedPrimaryKey("id")
                table.column("memberId", .integer).notNull().unique()
                    .references(Member.databaseTableName)
                table.column("subject", .text).notNull()
            }
        }
        try migrator.migrate(database)
    }

    /// Whether no member has this name.
    func isFree(_ userName: String) async throws -> Bool {
        try await database.read { database in
            try Member.filter(Column("userName").collating(.nocase) == userName)
                .isEmpty(database)
        }
    }

    /// Adds a member.
    ///
    /// - Returns: False if the name is taken; nothing is added then.
    func add(_ signUp: SignUp) async throws -> Bool {
        do {
            try await database.write { database in
                let member = try Member(signUp).inserted(database)
                try database.execute(
                    sql: "INSERT INTO mail (memberId, subject) VALUES (?, ?)",
                    arguments: [member.id, "Welcome, \(signUp.userName)"])
            }
            return true
        } catch let error as DatabaseError
            where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE
        {
            return false
        }
    }

    /// Closes the file.
    func close() throws { try database.close() }
}

/// A row of the table `member`.
private struct Member: Codable, FetchableRecord, MutablePersistableRecord {
    var id: Int64?
    let userName: String
    let email: String
    let country: String
    let taxId: String
    let age: Int
    let joined: Date

    init(_ signUp: SignUp) {
        userName = signUp.userName
        email = signUp.email
        country = signUp.country
        taxId = signUp.taxId
        age = signUp.age
        joined = Date()
    }

    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}
