// SPDX-License-Identifier: Apache-2.0
public import AssayCore
@_spi(Engine) import AssayRuleSets
import AssaySystem

/// Validators that were read from a file, and what tells them from those of other versions of it.
public struct RuleSetVersion: Sendable {
    /// The validators; they stay as they are when the file changes.
    public let validators: ValidatorsManager
    /// 16 hexadecimal digits, the same for the same bytes: FNV-1a, which notices changes, and which anyone
    /// who wants to can make collide.
    public let fingerprint: String

    /// Reads a rule set in YAML or JSON and compiles it.
    ///
    /// - Parameters:
    ///   - bytes: The rule set, at most 4 MiB of UTF-8.
    ///   - file: The name that issues show.
    ///   - registry: The rules that it may use.
    /// - Throws: `RuleSetError` with every issue of the text and of its rules, in the order of the file.
    public init(
        bytes: [UInt8], file: String, registry: RuleRegistry
    ) throws(RuleSetError) {
        let (ruleSet, _) = try RuleSetLoader.load(bytes: bytes, file: file, registry: registry)
        validators = try ValidatorsManager(ruleSet, registry: registry)
        fingerprint = FNV1a(bytes).text
    }

    /// The bytes of a file, at most one more than a rule set may have.
    static func read(_ path: String) throws(RuleSetError) -> [UInt8] {
        try FileBytes.read(path, limit: RuleSetReader.maximumBytes)
    }
}
