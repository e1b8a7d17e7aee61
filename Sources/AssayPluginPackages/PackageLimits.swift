// SPDX-License-Identifier: Apache-2.0

/// How large a package may be.
package enum PackageLimits {
    /// The file, in bytes.
    package static let archiveBytes = 256 << 20
    /// All members together, in bytes.
    package static let contentBytes = 512 << 20
    /// `package.json`, which is read before anything is known of who made it.
    package static let manifestBytes = 1 << 20
    /// A signature.
    package static let signatureBytes = 4096
    package static let members = 1000
    /// The path of a member.
    package static let pathBytes = 200
}
