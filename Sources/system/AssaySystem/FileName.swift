// SPDX-License-Identifier: Apache-2.0
import AssayCLibrary

/// Paths and names of files as text.
///
/// The system's names are bytes, of any encoding. In text, a byte that is not part of UTF-8 is a
/// character of its own, from U+10FF80 to U+10FFFF, which a path gives back to the system as the
/// byte. Names with these characters themselves are treated as bytes, so that every name has one
/// text.
package enum FileName {
    /// The distance from a byte to its character.
    private static let distance: UInt32 = 0x10FF00
    private static let characters: ClosedRange<UInt32> = 0x10FF80...0x10FFFF
    /// The first byte in UTF-8 of all characters that represent bytes.
    private static let firstByte: UInt8 = 0xF4

    /// Returns the text of a name that ends with a zero.
    package static func text(_ name: UnsafePointer<CChar>) -> String {
        text(UnsafeRawBufferPointer(start: name, count: strlen(name)))
    }

    /// Returns the text of a name.
    package static func text(_ name: some Collection<UInt8>) -> String {
        if !name.contains(firstByte), let text = String(validating: name, as: UTF8.self) {
            return text
        }
        var text = String.UnicodeScalarView()
        var parser = Unicode.UTF8.ForwardParser()
        var rest = name.makeIterator()
        var position = name.startIndex
        while true {
            let count: Int
            switch parser.parseScalar(from: &rest) {
            case .emptyInput: return String(text)
            case .error(let length): count = length
            case .valid(let encoded):
                count = encoded.count
                let scalar = Unicode.UTF8.decode(encoded)
                if !characters.contains(scalar.value) {
                    text.append(scalar)
                    position = name.index(position, offsetBy: count)
                    continue
                }
            }
            for _ in 0..<count {
                if let scalar = UnicodeScalar(distance + UInt32(name[position])) {
                    text.append(scalar)
                }
                position = name.index(after: position)
            }
        }
    }

    /// Calls a function with the bytes of a path, which end with a zero.
    ///
    /// No file has a name with a zero in it, which would end there. The function gets the empty path
    /// for it, which no call of the system finds.
    package static func withBytes<Result>(
        of path: String, _ body: (UnsafePointer<CChar>) -> Result
    ) -> Result {
        guard !path.utf8.contains(0) else { return "".withCString(body) }
        guard path.utf8.contains(firstByte) else { return path.withCString(body) }
        let bytes = bytes(of: path).map { CChar(bitPattern: $0) } + [0]
        return bytes.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map(body) ?? path.withCString(body)
        }
    }

    /// The bytes of a path.
    package static func bytes(of path: String) -> [UInt8] {
        guard path.utf8.contains(firstByte) else { return Array(path.utf8) }
        var bytes: [UInt8] = []
        for scalar in path.unicodeScalars {
            if let byte = byte(of: scalar) {
                bytes.append(byte)
            } else {
                bytes += UTF8.encode(scalar) ?? .init()
            }
        }
        return bytes
    }

    /// Returns a path for messages and reports: a byte that is not part of UTF-8 is `\xE9`.
    package static func shown(_ path: String) -> String {
        guard path.utf8.contains(firstByte) else { return path }
        return path.unicodeScalars.reduce(into: "") { text, scalar in
            if let byte = byte(of: scalar) {
                text += "\\x" + String(byte, radix: 16, uppercase: true)
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }

    private static func byte(of scalar: UnicodeScalar) -> UInt8? {
        characters.contains(scalar.value) ? UInt8(scalar.value - distance) : nil
    }
}
