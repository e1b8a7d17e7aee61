// SPDX-License-Identifier: Apache-2.0
import AssayRegex

/// The source of a pattern that a plugin declares.
package enum PatternSource {
    /// Errors that say something about this build or this moment, and not about the pattern.
    private static let otherCodes = ["pattern.unsupported", "pattern.unbounded", "pattern.memory"]

    /// Finds out why a pattern does not compile.
    ///
    /// - Parameter source: The pattern without delimiters.
    /// - Returns: The reason, or `nil` if it compiles.
    package static func defect(of source: String) -> String? {
        do throws(PatternError) {
            _ = try Pattern(source)
            return nil
        } catch {
            if otherCodes.contains(error.code) { return nil }
            return "\(error.message), at byte \(error.offset)"
        }
    }
}
