// SPDX-License-Identifier: Apache-2.0
import AssaySystem

/// A value that changes when a plugin's library or its signature is written or replaced.
struct PluginFingerprint: Equatable, Sendable {
    private let library: FileFingerprint?
    private let signature: FileFingerprint?

    init(path: String) {
        library = FileFingerprint(path: path)
        signature = FileFingerprint(path: PluginHost.existingSignature(of: path))
    }
}
