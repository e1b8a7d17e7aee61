// SPDX-License-Identifier: Apache-2.0

/// The reason a package cannot be made, read or installed.
///
/// It says what was found, what was expected and what to do.
package struct PackageError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The step that failed.
    package enum Stage: String, Sendable, CaseIterable {
        /// Reading the file as an archive, before anything of it is trusted.
        case archive
        /// Finding the trusted key that signed it.
        case trust
        /// Comparing the members with what was signed.
        case content
        /// Reading the trust store or an index.
        case store
        /// Putting it into the directory, or removing it from there.
        case install
        /// Making it.
        case pack
    }

    package let stage: Stage
    /// A noun phrase, as is `expected`.
    package let found: String
    package let expected: String
    /// An instruction.
    package let remedy: String

    package init(_ stage: Stage, found: String, expected: String, remedy: String) {
        self.stage = stage
        self.found = found
        self.expected = expected
        self.remedy = remedy
    }

    /// `package.archive`, `package.trust`, ...
    package var code: String { "package.\(stage.rawValue)" }

    package var description: String { "found \(found), expected \(expected); \(remedy)" }

    static let getAnew = "download the package again from where it is published"

    static func archive(
        _ found: String, expected: String, remedy: String = getAnew
    ) -> PackageError {
        PackageError(.archive, found: found, expected: expected, remedy: remedy)
    }

    static func content(
        _ found: String, expected: String, remedy: String = getAnew
    ) -> PackageError {
        PackageError(.content, found: found, expected: expected, remedy: remedy)
    }
}
