// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssaySystem
import Synchronization

/// The bytes of rule sets, of which `-` is standard input.
enum RuleSetInput {
    static let name = "-"

    /// Standard input, which can be read only once, for messages that show its lines.
    private static let kept = Mutex<[UInt8]?>(nil)

    /// Loads a rule set, or makes one of a schema.
    ///
    /// - Parameters:
    ///   - path: The file, perhaps with the place of a schema in it.
    ///   - bytes: The bytes of the file, or `nil` to read them.
    ///   - registry: The rules that it may use.
    ///   - isPart: `true` if its labels can be those of fields in other files.
    /// - Returns: The rule set, and its plan.
    /// - Throws: Every issue of the file, in its order.
    static func load(
        _ path: String, bytes: [UInt8]? = nil, registry: RuleRegistry, isPart: Bool = false
    ) throws(RuleSetError) -> (ruleSet: RuleSet, plan: ValidationPlan) {
        let bytes = if let bytes { bytes } else { try self.bytes(path) }
        if let ruleSet = try SchemaArgument(path).ruleSet(bytes) {
            return (ruleSet, try ValidationPlan(ruleSet, registry: registry))
        }
        return try RuleSetLoader.load(
            bytes: bytes, file: path, registry: registry, isPart: isPart, path: path)
    }

    /// The bytes of a rule set, or of the schema that one is made of.
    static func bytes(_ path: String) throws(RuleSetError) -> [UInt8] {
        guard path == name else {
            return try FileBytes.read(
                SchemaArgument(path).file, limit: RuleSetReader.maximumBytes)
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
