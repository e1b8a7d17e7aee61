// SPDX-License-Identifier: Apache-2.0
import Assay
import AssaySystem

/// The name of an input as formats write it with every finding.
final class InputName: Sendable {
    /// The name as it was given.
    let name: String
    /// The name on one line, for people.
    let safe: [UInt8]
    /// The name as a JSON string.
    let json: [UInt8]
    /// The name as a JSON string with a URI reference (RFC 3986).
    let uri: [UInt8]
    /// The start of the fingerprints of its findings.
    let fingerprint: FNV1a

    init(_ name: String) {
        self.name = name
        safe = Array(SafeText.line(SafeText.path(name)).utf8)
        json = Array(Value.string(name).json.utf8)
        uri = Array(Value.string(SARIFFormat.uri(name)).json.utf8)
        var hash = FNV1a()
        hash.add(name)
        fingerprint = hash
    }
}
