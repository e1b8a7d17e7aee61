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

    /// Returns `true` for a scheme of the web, a host, perhaps a port, and what an address can have
    /// after that.
    private static func isAddress(_ text: String) -> Bool {
        guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else {
            return false
        }
        let rest = text.utf8.dropFirst(scheme.utf8.count)
        let authority = rest.prefix { !"/?#".utf8.contains($0) }
        return isAuthority(authority) && isPlain(rest.dropFirst(authority.count))
    }

    /// Returns `true` for a name with dots, or an address in brackets, and perhaps a port.
    private static func isAuthority(_ text: Substring.UTF8View) -> Bool {
        let isBracketed = text.first == UInt8(ascii: "[")
        let end =
            isBracketed
            ? text.firstIndex(of: UInt8(ascii: "]")) : text.firstIndex(of: UInt8(ascii: ":"))
        let host =
            isBracketed
            ? text[..<(end ?? text.startIndex)].dropFirst() : text[..<(end ?? text.endIndex)]
        let port = end.map { text[$0...].dropFirst() } ?? text[text.endIndex...]
        let hasPort = isBracketed ? port.first == UInt8(ascii: ":") : !port.isEmpty
        let digits = isBracketed ? port.dropFirst() : port
        guard port.isEmpty || hasPort, digits.allSatisfy(\.isASCIIDigit), digits.count <= 5 else {
            return false
        }
        if isBracketed {
            return end != nil && !host.isEmpty
                && host.allSatisfy {
                    $0.isASCIIHexDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
                }
        }
        let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return labels.allSatisfy { label in
            !label.isEmpty && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
                && label.allSatisfy {
                    $0.isASCIILetter || $0.isASCIIDigit || $0 >= 0x80 || $0 == UInt8(ascii: "-")
                }
        }
    }

    /// Returns `true` if there is no character that an address must escape, and every '%' is one
    /// byte.
    private static func isPlain(_ text: Substring.UTF8View) -> Bool {
        var rest = text
        while let byte = rest.popFirst() {
            guard byte > 0x20, byte != 0x7F, !"<>\"{}|\\^`".utf8.contains(byte) else {
                return false
            }
            guard byte == UInt8(ascii: "%") else { continue }
            guard rest.prefix(2).count == 2, rest.prefix(2).allSatisfy(\.isASCIIHexDigit) else {
                return false
            }
            rest = rest.dropFirst(2)
        }
        return true
    }

    private static func isPartOfLicense(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || " .-+:()".utf8.contains(byte)
    }
}

extension UInt8 {
    fileprivate var isASCIIHexDigit: Bool {
        isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
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
