// SPDX-License-Identifier: Apache-2.0

/// The limits on the size of a package.
package enum PackageLimits {
    /// The file, in bytes.
    package static let archiveBytes = 256 << 20
    /// All members together, in bytes.
    package static let contentBytes = 512 << 20
    /// `package.json`, in bytes, which is read before its signature is checked.
    package static let manifestBytes = 1 << 20
    /// A signature, in bytes.
    package static let signatureBytes = 4096
    package static let members = 1000
    /// The path of a member, in bytes.
    package static let pathBytes = 200
}
