// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// Checks what a plugin says about where it comes from and what it needs.
enum OriginCheck {
    private static let root = DeclarationPlace(words: "", pointer: "")

    /// - Throws: The first thing that breaks the contract.
    static func run(on manifest: PluginManifest) throws(DeclarationError) {
        let origin = manifest.origin
        for (name, text) in [
            ("vendor", origin.vendor), ("url", origin.url), ("license", origin.license),
        ] {
            try checkLine(text, at: place(of: name))
        }
        if let url = origin.url, !isAddress(url) {
            throw DeclarationError(
                at: place(of: "url"), found: quoted(url),
                expected: "an address that begins with https:// or http://")
        }
        if let license = origin.license, !license.utf8.allSatisfy(isPartOfLicense) {
            throw DeclarationError(
                at: place(of: "license"), found: quoted(license),
                expected: "an SPDX expression like Apache-2.0 OR MIT")
        }
        if let version = manifest.minimumHost, !SemanticVersion.isValid(version) {
            throw DeclarationError(
                at: DeclarationPlace(
                    words: "the plugin's minimum_host", pointer: "/minimumHost"),
                found: quoted(version), expected: "a semantic version like 1.0.0")
        }
    }

    /// Checks that a text is on one line.
    ///
    /// - Throws: An error if it has line breaks or other control characters.
    static func checkLine(_ text: String?, at place: DeclarationPlace) throws(DeclarationError) {
        guard let text, text.unicodeScalars.contains(where: \.isControl) else { return }
        throw DeclarationError(
            at: place, found: quoted(text), expected: "one line without control characters")
    }

    private static func place(of name: String) -> DeclarationPlace {
        DeclarationPlace(words: "the plugin's \(name)", pointer: "/\(name)")
    }

    private static func isAddress(_ text: String) -> Bool {
        for scheme in ["https://", "http://"] where text.hasPrefix(scheme) {
            return text.utf8.count > scheme.utf8.count
                && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
        }
        return false
    }

    private static func isPartOfLicense(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || " .-+:()".utf8.contains(byte)
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .format: true
        default: false
        }
    }
}

extension PluginTable {
    /// Checks that this host is new enough for the plugin.
    ///
    /// - Parameter version: The version of the host.
    /// - Throws: An error of stage table if it is older than the plugin needs.
    func checkMinimumHost(_ version: String = HostTable.version) throws(StageError) {
        guard let minimumHost, let least = SemanticVersion(minimumHost),
            let own = SemanticVersion(version), own < least
        else { return }
        throw StageError(
            table: "the minimum_host \(quoted(minimumHost))",
            expected: "at most \(version), the version of this host",
            remedy: "use a host of version \(oneLine(minimumHost)) or later, or an older version "
                + "of the plugin")
    }
}
