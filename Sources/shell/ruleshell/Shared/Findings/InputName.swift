// SPDX-License-Identifier: Apache-2.0
import Assay
import AssaySystem

/// The name of an input as formats write it with every finding.
final class InputName: Sendable {
    /// The name as it was given, in the form of `FileName.shown`.
    let name: String
    /// The name on one line, for people.
    let safe: [UInt8]
    /// The name as a JSON string.
    let json: [UInt8]
    /// The name as a JSON string with a URI reference (RFC 3986).
    let uri: [UInt8]
    /// The start of the fingerprints of its findings.
    let fingerprint: FNV1a

    init(_ path: String) {
        name = FileName.shown(path)
        safe = Array(SafeText.line(SafeText.path(name)).utf8)
        json = Array(Value.string(name).json.utf8)
        uri = Array(Value.string(SARIFFormat.uri(path)).json.utf8)
        var hash = FNV1a()
        hash.add(name)
        fingerprint = hash
    }
}
