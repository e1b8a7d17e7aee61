// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A folder for the files of one test, removed with it.
final class Workshop {
    let path: String

    init() throws {
        var template = Array("/tmp/ruleshell-tests.XXXXXX\0".utf8CString.dropLast())
        guard let made = mkdtemp(&template) else { throw SystemError("mkdtemp", errno) }
        path = String(cString: made)
    }

    deinit {
        for name in names { remove(path + "/" + name) }
        rmdir(path)
    }

    /// The files and the empty folders in it.
    private var names: [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Writes a file.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        try write(Array(text.utf8), to: name)
    }

    @discardableResult
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        let file = path + "/" + name
        guard let stream = fopen(file, "w") else { throw SystemError("fopen \(file)", errno) }
        defer { fclose(stream) }
        guard fwrite(bytes, 1, bytes.count, stream) == bytes.count else {
            throw SystemError("fwrite \(file)", errno)
        }
        return file
    }

    func read(_ name: String) throws -> String {
        try Self.read(path + "/" + name)
    }

    static func read(_ file: String) throws -> String {
        String(decoding: try readBytes(file), as: UTF8.self)
    }

    func readBytes(_ name: String) throws -> [UInt8] {
        try Self.readBytes(path + "/" + name)
    }

    static func readBytes(_ file: String) throws -> [UInt8] {
        guard let stream = fopen(file, "r") else { throw SystemError("fopen \(file)", errno) }
        defer { fclose(stream) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&chunk, 1, chunk.count, stream), count > 0 {
            bytes += chunk[..<count]
        }
        return bytes
    }
}

/// The rule set that most tests use.
let peopleRules = """
    assay: 1
    fields:
      name: required, length(3...20)
      age: required, integer, range(18...120)
      code: regex(/^(a+)+\\1$/)
      nick:
        - rule: length(...3)
          severity: warning

    """

/// Records with a violation, a warning, a fault and a malformed line.
let people = """
    {"name":"Anna","age":33}
    {"name":"Bo","age":17,"nick":"abcde"}
    {"name":
    {"name":"Bobby","age":20,"code":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab"}

    """

extension Workshop {
    /// A folder with `people.yaml` and `people.ndjson`.
    static func people() throws -> Workshop {
        let workshop = try Workshop()
        try workshop.write(peopleRules, to: "people.yaml")
        try workshop.write(EndToEndTests.people, to: "people.ndjson")
        return workshop
    }
}
