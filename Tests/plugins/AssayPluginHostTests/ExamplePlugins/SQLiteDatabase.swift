// SPDX-License-Identifier: Apache-2.0
import Glibc
import PluginWorkshop

/// A database that a test makes and writes, by the library that the plugin uses.
final class SQLiteDatabase {
    private var handle: OpaquePointer?

    init(_ path: String) throws {
        typealias Open =
            @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>) -> Int32
        try check(try Self.function("sqlite3_open", Open.self)(path, &handle), "open")
    }

    deinit {
        typealias Close = @convention(c) (OpaquePointer?) -> Int32
        _ = try? Self.function("sqlite3_close", Close.self)(handle)
    }

    func run(_ sql: String) throws {
        typealias Execute =
            @convention(c) (
                OpaquePointer?, UnsafePointer<CChar>, OpaquePointer?, OpaquePointer?, OpaquePointer?
            ) -> Int32
        let execute = try Self.function("sqlite3_exec", Execute.self)
        try check(execute(handle, sql, nil, nil, nil), sql)
    }

    private func check(_ result: Int32, _ what: String) throws {
        if result != 0 { throw Workshop.Problem("SQLite: \(what): \(result)") }
    }

    private static func function<Function>(
        _ name: String, _ type: Function.Type
    ) throws -> Function {
        let library = dlopen("libsqlite3.so.0", RTLD_NOW)
        guard let symbol = dlsym(library, name) else {
            throw Workshop.Problem("libsqlite3.so.0 has no \(name)")
        }
        return unsafeBitCast(symbol, to: type)
    }
}
