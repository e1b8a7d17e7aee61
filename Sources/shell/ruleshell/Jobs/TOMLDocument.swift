// SPDX-License-Identifier: Apache-2.0
import Assay
import AssaySystem
import CTOML

/// A value of a TOML file with its place.
struct TOMLValue {
    enum Content {
        case string(String)
        case integer(Int64)
        case float(Double)
        case boolean(Bool)
        case date
        case list([TOMLValue])
        case table([TOMLMember])
    }

    var content: Content
    let location: FileLocation

    /// The kind of the value in words, for messages, such as `a string`.
    var kind: String {
        switch content {
        case .string: "a string"
        case .integer: "an integer"
        case .float: "a float"
        case .boolean: "a boolean"
        case .date: "a date"
        case .list: "an array"
        case .table: "a table"
        }
    }

    /// The members of a table, or `nil` for other values.
    var members: [TOMLMember]? {
        if case .table(let members) = content { members } else { nil }
    }

    subscript(_ key: String) -> TOMLValue? { members?.first { $0.key == key }?.value }
}

/// A key of a table and its value.
struct TOMLMember {
    let key: String
    let location: FileLocation
    let value: TOMLValue
}

/// Reads TOML files.
enum TOMLDocument {
    /// The size of the largest file, in bytes.
    private static let limit = 1 << 20
    /// The most dots of one line, each of which leads one table deeper.
    private static let mostDots = 500

    /// Reads a file.
    ///
    /// - Returns: The table that the document is.
    /// - Throws: An issue if the file cannot be read, or the first issue in it, with line and
    ///   column.
    static func read(_ path: String) throws(RuleSetError) -> TOMLValue {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try SmallFile.read(path, limit: limit + 1)
        } catch {
            throw RuleSetError([
                RuleSetIssue(
                    code: "config.missing", message: "'\(path)' cannot be read: \(error)",
                    help: "name a file that exists and may be read")
            ])
        }
        guard bytes.count <= limit else {
            throw issue("has more than \(limit) bytes", in: path, place: nil)
        }
        try checkDepth(bytes, path: path)
        let builder = TOMLBuilder(path: path)
        var error = toml_error()
        let status = bytes.withUnsafeBytes { bytes in
            toml_read(
                bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count,
                Unmanaged.passUnretained(builder).toOpaque(),
                { context, event in
                    guard let context, let event else { return }
                    Unmanaged<TOMLBuilder>.fromOpaque(context).takeUnretainedValue()
                        .take(event.pointee)
                }, &error)
        }
        guard status == 0, let root = builder.root else {
            let message = withUnsafeBytes(of: &error.message) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            throw issue(message, in: path, place: error.place)
        }
        return root
    }

    /// Rejects keys that lead so deep that reading them would exhaust the stack.
    private static func checkDepth(_ bytes: [UInt8], path: String) throws(RuleSetError) {
        for (index, line) in bytes.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
        ).enumerated() where line.count > mostDots {
            guard line.count(where: { $0 == UInt8(ascii: ".") }) > mostDots else { continue }
            throw issue(
                "the line has more than \(mostDots) dots", in: path,
                place: toml_place(line: UInt32(index + 1), column: 1))
        }
    }

    private static func issue(
        _ message: String, in path: String, place: toml_place?
    ) -> RuleSetError {
        guard let place, place.line > 0 else {
            return RuleSetError([
                RuleSetIssue(code: "config.syntax", message: "'\(path)' \(message)")
            ])
        }
        return RuleSetError([
            RuleSetIssue(
                code: "config.syntax", message: message,
                location: FileLocation(file: path, place))
        ])
    }
}

extension FileLocation {
    fileprivate init(file: String, _ place: toml_place) {
        self.init(file: file, line: max(1, Int(place.line)), column: max(1, Int(place.column)))
    }
}

/// Puts the values of a document together.
private final class TOMLBuilder {
    private struct Open {
        let isTable: Bool
        let key: String
        let keyLocation: FileLocation
        let location: FileLocation
        var members: [TOMLMember] = []
        var elements: [TOMLValue] = []
    }

    private let path: String
    private var open: [Open] = []
    private(set) var root: TOMLValue?

    init(path: String) {
        self.path = path
    }

    func take(_ event: toml_event) {
        let key = Self.text(event.key)
        let keyLocation = FileLocation(file: path, event.key_place)
        let location = FileLocation(file: path, event.place)
        let content: TOMLValue.Content
        switch event.kind {
        case TOML_TABLE, TOML_ARRAY:
            open.append(
                Open(
                    isTable: event.kind == TOML_TABLE, key: key, keyLocation: keyLocation,
                    location: location))
            return
        case TOML_END:
            close()
            return
        case TOML_STRING: content = .string(Self.text(event.text))
        case TOML_INTEGER: content = .integer(event.integer)
        case TOML_FLOAT: content = .float(event.number)
        case TOML_BOOLEAN: content = .boolean(event.integer != 0)
        default: content = .date
        }
        add(TOMLValue(content: content, location: location), key: key, at: keyLocation)
    }

    /// Ends the innermost table or array; members come in the order of the file, not of their keys.
    private func close() {
        guard let last = open.popLast() else { return }
        let members = last.members.sorted {
            ($0.location.line, $0.location.column) < ($1.location.line, $1.location.column)
        }
        let value = TOMLValue(
            content: last.isTable ? .table(members) : .list(last.elements),
            location: last.location)
        add(value, key: last.key, at: last.keyLocation)
    }

    private func add(_ value: TOMLValue, key: String, at location: FileLocation) {
        guard let index = open.indices.last else {
            root = value
            return
        }
        if open[index].isTable {
            open[index].members.append(TOMLMember(key: key, location: location, value: value))
        } else {
            open[index].elements.append(value)
        }
    }

    private static func text(_ text: toml_text) -> String {
        let bytes = UnsafeRawBufferPointer(start: text.start, count: text.count)
        return String(decoding: bytes, as: UTF8.self)
    }
}
