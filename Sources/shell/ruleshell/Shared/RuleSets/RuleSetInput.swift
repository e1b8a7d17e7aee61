// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssaySystem
import Synchronization

/// The bytes of rule sets, of which `-` is standard input.
enum RuleSetInput {
    static let name = "-"

    /// Standard input, which can be read only once, for messages that show its lines.
    private static let kept = Mutex<[UInt8]?>(nil)

    /// The bytes of a rule set.
    static func bytes(_ path: String) throws(RuleSetError) -> [UInt8] {
        guard path == name else {
            return try FileBytes.read(path, limit: RuleSetReader.maximumBytes)
        }
        StandardError.noteStandardInput()
        let bytes = try FileBytes.read("/dev/stdin", limit: RuleSetReader.maximumBytes)
        kept.withLock { $0 = bytes }
        return bytes
    }

    /// The bytes for messages; none if the rule set cannot be read.
    static func bytesForMessages(_ path: String) -> [UInt8] {
        if path == name, let bytes = kept.withLock({ $0 }) { return bytes }
        return (try? SmallFile.read(path, limit: RuleSetReader.maximumBytes)) ?? []
    }
}
