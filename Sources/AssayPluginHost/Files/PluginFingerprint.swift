// SPDX-License-Identifier: Apache-2.0
import AssaySystem

/// What changes when a plugin's library, or the signature beside it, is written or replaced.
struct PluginFingerprint: Equatable, Sendable {
    private let library: FileFingerprint?
    private let signature: FileFingerprint?

    init(path: String) {
        library = FileFingerprint(path: path)
        signature = FileFingerprint(path: PluginHost.existingSignature(of: path))
    }
}
