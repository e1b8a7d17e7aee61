// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssaySystem

/// The findings of an earlier run, in a text file with a sorted line for each.
///
///     assay-baseline 1 salt=3c6ef372fe94f82ba54ff53a5f1d36f1 identity=orderId
///     00f1c2b7a9e04d35 email email.syntax
///
/// A line has a finding's fingerprint, its field and its code. If several findings share a
/// fingerprint, each further one gets a fingerprint that is computed from it. The lines are
/// therefore a set, and the union of two files is a baseline again. The file contains no values.
struct Baseline: Sendable {
    /// The key of the fingerprints.
    let key: (UInt64, UInt64)
    /// The paths that identify a record in a later run; if empty, findings are known by their
    /// values.
    let identity: [String]
    /// The fingerprints in ascending order, without repetitions.
    let fingerprints: [UInt64]

    private static let magic = "assay-baseline 1"
    /// The number of bytes of a line with a field and a code of usual length.
    private static let usualLength = 40

    /// Creates an empty baseline with a key of its own.
    init(identity: [String]) {
        key = (.random(in: .min ... .max), .random(in: .min ... .max))
        self.identity = identity
        fingerprints = []
    }

    /// Reads a file.
    ///
    /// - Throws: A diagnostic if it cannot be read, is not a baseline, or has another identity.
    init(contentsOfFile path: String, identity: [String]) throws(Diagnostic) {
        let lines: BaselineLines
        do throws(SystemError) {
            lines = try BaselineLines(path)
        } catch {
            throw Self.unreadable(path, error)
        }
        let head = try Self.next(of: lines, path: path) ?? []
        (key, self.identity) = try Self.readHead(String(decoding: head, as: UTF8.self), path: path)
        guard self.identity == identity else {
            throw Diagnostic(
                "baseline.identity",
                "the baseline was written with \(Self.words(self.identity)), but the rule set has "
                    + Self.words(identity),
                help: "remove the file, and write it again with --write-baseline \(path)",
                location: FileLocation(file: path, line: 1, column: 1))
        }
        var fingerprints: [UInt64] = []
        fingerprints.reserveCapacity(lines.size / Self.usualLength)
        while let line = try Self.next(of: lines, path: path) {
            if line.isEmpty { continue }
            guard let fingerprint = FingerprintText.read(line) else {
                throw Self.unreadableLine(line, number: lines.count, path: path)
            }
            fingerprints.append(fingerprint)
        }
        fingerprints.sort()
        var last: UInt64?
        fingerprints.removeAll { fingerprint in
            defer { last = fingerprint }
            return fingerprint == last
        }
        self.fingerprints = fingerprints
    }

    private static func next(
        of lines: BaselineLines, path: String
    ) throws(Diagnostic) -> ArraySlice<UInt8>? {
        do throws(SystemError) {
            return try lines.next()
        } catch {
            throw unreadable(path, error)
        }
    }

    private static func unreadable(_ path: String, _ error: SystemError) -> Diagnostic {
        Diagnostic(
            "baseline.unreadable", "the baseline '\(path)' cannot be read: \(error)",
            help: "write it with --write-baseline \(path)")
    }

    private static func readHead(
        _ line: String, path: String
    ) throws(Diagnostic) -> (key: (UInt64, UInt64), identity: [String]) {
        let lead = "\(magic) salt="
        let salt = Array(line.utf8.dropFirst(lead.utf8.count).prefix(32))
        guard line.hasPrefix(lead), salt.count == 32,
            let first = FingerprintText.digits(salt[..<16]),
            let second = FingerprintText.digits(salt[16...])
        else {
            throw Diagnostic(
                "baseline.syntax", "the first line is not the header of a baseline",
                help: "write the baseline again with --write-baseline FILE",
                location: FileLocation(file: path, line: 1, column: 1))
        }
        let rest = line.utf8.dropFirst(lead.utf8.count + 32)
        let identity = String(decoding: rest, as: UTF8.self)
        let prefix = " identity="
        guard identity.hasPrefix(prefix) else { return ((first, second), []) }
        let paths = identity.dropFirst(prefix.count).split(separator: ",").map { path in
            String(decoding: PercentEncoding.decode(path.utf8) ?? Array(path.utf8), as: UTF8.self)
        }
        return ((first, second), paths)
    }

    private static func unreadableLine(
        _ line: ArraySlice<UInt8>, number: Int, path: String
    ) -> Diagnostic {
        let place = FileLocation(file: path, line: number, column: 1)
        if ["<<<<<<<", "=======", ">>>>>>>"].contains(where: { line.starts(with: $0.utf8) }) {
            return Diagnostic(
                "baseline.syntax", "the line is a merge conflict marker",
                help: "keep the lines of both sides; git does so with '\(path) merge=union' in "
                    + ".gitattributes", location: place)
        }
        if line.starts(with: magic.utf8) {
            return Diagnostic(
                "baseline.syntax", "the line is the header of another baseline",
                help: "keep one of the two, and add to it "
                    + "with --write-baseline --accept-new", location: place)
        }
        return Diagnostic(
            "baseline.syntax", "the line does not begin with 16 hexadecimal digits and a space",
            help: "write the baseline again with --write-baseline FILE", location: place)
    }

    private static func words(_ identity: [String]) -> String {
        identity.isEmpty ? "no identity" : "the identity \(identity.joined(separator: ", "))"
    }

    /// The first line of the file.
    var head: [UInt8] {
        var bytes = Array("\(Self.magic) salt=".utf8)
        FingerprintText.append(key.0, to: &bytes)
        FingerprintText.append(key.1, to: &bytes)
        // A key may have commas and line breaks.
        let paths = identity.map { PercentEncoding.encode($0, allowing: "[]\"") }
        if !paths.isEmpty { bytes += " identity=\(paths.joined(separator: ","))".utf8 }
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    /// Returns the fingerprint of a further finding with the same fingerprint.
    func fingerprint(_ value: UInt64, repetition: UInt64) -> UInt64 {
        FindingFingerprint.value(value, repetition: repetition, key: key)
    }
}

extension FindingFingerprint {
    /// Returns the fingerprint of a further finding with the same fingerprint.
    ///
    /// Repetition 0 is the first finding, which keeps its fingerprint.
    static func value(_ value: UInt64, repetition: UInt64, key: (UInt64, UInt64)) -> UInt64 {
        guard repetition > 0 else { return value }
        var hash = SipHash(key: key)
        hash.add(value)
        hash.add(repetition)
        return hash.value
    }
}

/// Fingerprints as 16 hexadecimal digits.
enum FingerprintText {
    private static let hexadecimal = Array("0123456789abcdef".utf8)
    static let length = 16

    static func append(_ value: UInt64, to bytes: inout [UInt8]) {
        for shift in stride(from: UInt64(60), through: 0, by: -4) {
            bytes.append(hexadecimal[Int(value >> shift & 15)])
        }
    }

    /// Returns the fingerprint at the start of a line, or `nil` if there is none.
    static func read(_ line: ArraySlice<UInt8>) -> UInt64? {
        guard line.count > length, line[line.startIndex + length] == UInt8(ascii: " ") else {
            return nil
        }
        return digits(line.prefix(length))
    }

    static func digits(_ text: ArraySlice<UInt8>) -> UInt64? {
        var value: UInt64 = 0
        for byte in text {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                value = value << 4 | UInt64(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"):
                value = value << 4 | UInt64(byte - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        return value
    }
}
