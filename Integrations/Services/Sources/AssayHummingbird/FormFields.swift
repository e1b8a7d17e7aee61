// SPDX-License-Identifier: Apache-2.0

/// The fields of a form, as texts in their order.
struct FormFields {
    typealias Field = (key: String, value: String)

    /// The reason a form is malformed.
    struct Malformed: Error, Equatable {
        let reason: String
        /// The byte of the body where it is.
        let offset: Int
    }

    private(set) var fields: [Field] = []
    private let maximum: Int

    /// Reads `application/x-www-form-urlencoded` (the URL Standard, 5.1), also of a query.
    ///
    /// - Parameters:
    ///   - bytes: The text; a percent sign without two digits after it is itself.
    ///   - maximum: The most fields.
    /// - Throws: `Malformed` for what is not UTF-8 and for too many fields.
    init(urlEncoded bytes: some Collection<UInt8>, maximum: Int) throws(Malformed) {
        self.maximum = maximum
        var offset = 0
        for part in bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
            defer { offset += part.count + 1 }
            guard !part.isEmpty else { continue }
            let equals = part.firstIndex(of: UInt8(ascii: "="))
            let value = equals.map { part[part.index(after: $0)...] } ?? part[part.endIndex...]
            try add(
                Self.decoded(part[..<(equals ?? part.endIndex)]), Self.decoded(value), at: offset)
        }
    }

    fileprivate static func decoded(
        _ bytes: some Sequence<UInt8>, plusIsSpace: Bool = true
    ) -> [UInt8] {
        let bytes = Array(bytes)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%"), index + 2 < bytes.count,
                let high = hexadecimal(bytes[index + 1]), let low = hexadecimal(bytes[index + 2])
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                let isSpace = plusIsSpace && byte == UInt8(ascii: "+")
                result.append(isSpace ? UInt8(ascii: " ") : byte)
                index += 1
            }
        }
        return result
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private mutating func add(
        _ key: [UInt8], _ value: [UInt8], at offset: Int
    ) throws(Malformed) {
        guard let key = String(validating: key, as: UTF8.self),
            let value = String(validating: value, as: UTF8.self)
        else { throw Malformed(reason: "a field is not UTF-8", offset: offset) }
        guard fields.count < maximum else {
            throw Malformed(reason: "there are more than \(maximum) fields", offset: offset)
        }
        fields.append((key, value))
    }
}

extension Substring {
    /// A part of a path without its percent escapes, in which a plus sign is itself; as it is where they are
    /// not UTF-8.
    package var decodedPathSegment: String {
        guard utf8.contains(UInt8(ascii: "%")) else { return String(self) }
        return String(validating: FormFields.decoded(utf8, plusIsSpace: false), as: UTF8.self)
            ?? String(self)
    }
}

// Parts of multipart/form-data.
extension FormFields {
    /// Reads `multipart/form-data` (RFC 7578) whose parts are texts.
    ///
    /// - Parameters:
    ///   - bytes: The body.
    ///   - boundary: Of the content type.
    ///   - maximum: The most fields.
    /// - Throws: `Malformed` for what is no such body, for a file, for what is not UTF-8 and for too many
    ///   fields.
    init(multipart bytes: [UInt8], boundary: String, maximum: Int) throws(Malformed) {
        self.maximum = maximum
        let mark = Array("--\(boundary)".utf8)
        let delimiter = Self.lineBreak + mark
        var position = 0
        if bytes.starts(with: mark) {
            position = mark.count
        } else if let start = Self.find(delimiter, in: bytes, from: 0) {
            position = start + delimiter.count
        } else {
            throw Malformed(reason: "the boundary of the content type is missing", offset: 0)
        }
        while !bytes[position...].starts(with: "--".utf8) {
            position = try readPart(of: bytes, from: position, delimiter: delimiter)
        }
    }

    private static let lineBreak: [UInt8] = [13, 10]

    /// Reads one part; returns where what is after the next boundary begins.
    private mutating func readPart(
        of bytes: [UInt8], from start: Int, delimiter: [UInt8]
    ) throws(Malformed) -> Int {
        let line = bytes[start...].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        guard line.starts(with: Self.lineBreak) else {
            throw Malformed(reason: "there is no line break after a boundary", offset: start)
        }
        // The line break before the headers may be the first half of the blank line after them.
        guard
            let end = Self.find(
                Self.lineBreak + Self.lineBreak, in: bytes, from: line.startIndex)
        else { throw Malformed(reason: "the headers of a part do not end", offset: start) }
        let headers = bytes[min(line.startIndex + 2, end)..<end]
        let name = try Self.name(in: headers, at: start)
        let content = end + 4
        guard let next = Self.find(delimiter, in: bytes, from: content - 2) else {
            throw Malformed(reason: "a part has no boundary after it", offset: content)
        }
        try add(name, Array(bytes[content..<max(content, next)]), at: content)
        return next + delimiter.count
    }

    /// The name of a field in the headers of its part.
    private static func name(
        in headers: ArraySlice<UInt8>, at offset: Int
    ) throws(Malformed) -> [UInt8] {
        guard let text = String(validating: headers, as: UTF8.self) else {
            throw Malformed(reason: "the headers of a part are not UTF-8", offset: offset)
        }
        for line in text.split(separator: "\r\n") {
            let halves = line.split(separator: ":", maxSplits: 1)
            guard halves.count == 2, halves[0].lowercased() == "content-disposition",
                // Its parameters are written as those of a media type are.
                let disposition = ContentType("part/" + halves[1].drop { $0 == " " }),
                disposition.name == "part/form-data"
            else { continue }
            if disposition.parameters["filename"] != nil {
                throw Malformed(reason: "a part is a file, which is not accepted", offset: offset)
            }
            if let name = disposition.parameters["name"] { return Array(name.utf8) }
        }
        throw Malformed(reason: "a part has no name", offset: offset)
    }

    private static func find(_ pattern: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        guard pattern.count <= bytes.count, let first = pattern.first else { return nil }
        var index = start
        let last = bytes.count - pattern.count
        while index <= last {
            guard let next = bytes[index...last].firstIndex(of: first) else { return nil }
            if bytes[next...].starts(with: pattern) { return next }
            index = next + 1
        }
        return nil
    }
}
