// SPDX-License-Identifier: Apache-2.0
package import AssayCore
import AssaySystem

/// The bytes of a small file.
package enum FileBytes {
    /// Reads a file, at most one byte more than `limit`, so that the caller sees that it is larger.
    package static func read(_ path: String, limit: Int) throws(RuleSetError) -> [UInt8] {
        do throws(SystemError) {
            return try SmallFile.read(path, limit: limit + 1)
        } catch {
            throw RuleSetError([
                RuleSetIssue(
                    code: "ruleSet.file", message: "\(path) cannot be read: \(error)")
            ])
        }
    }
}
