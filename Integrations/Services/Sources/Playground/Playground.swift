// SPDX-License-Identifier: Apache-2.0

/// A page that tries rule sets, for a server to offer: its files, and what answers it.
///
/// The page asks nothing but the server that it came from. It is a part of the program, which stays one
/// file.
public enum Playground {
    /// A file of the page.
    public struct Asset: Sendable {
        /// The contents.
        public let bytes: [UInt8]
        /// The value of `Content-Type`.
        public let contentType: String
        /// The value of `ETag`, with its quotes: a digest of the contents.
        public let entityTag: String
    }

    /// The headers that every file of the page is sent with, beside its own.
    ///
    /// The policy has no exception: no script or style in the page, nothing of other servers, no frames.
    public static let headers: KeyValuePairs<String, String> = [
        "Content-Security-Policy":
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
            + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
            + "require-trusted-types-for 'script'; trusted-types 'none'",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cache-Control": "no-cache",
    ]

    /// The paths of the page's files, the page itself first.
    public static var paths: [String] { files.map(\.path) }

    /// A file of the page.
    ///
    /// - Parameter path: The path of a request, such as `/` and `/playground/page.css`.
    /// - Returns: The file; nil if the page has no such file.
    public static func asset(path: String) -> Asset? {
        files.first { $0.path == path }?.asset
    }

    private struct File: Sendable {
        let path: String
        let asset: Asset

        init(_ path: String, _ bytes: [UInt8], _ contentType: String) {
            self.path = path
            asset = Asset(
                bytes: bytes, contentType: contentType, entityTag: Playground.entityTag(of: bytes))
        }
    }

    private static let script = "text/javascript; charset=utf-8"

    private static let files = [
        File("/", PackageResources.index_html, "text/html; charset=utf-8"),
        File("/playground/page.css", PackageResources.page_css, "text/css; charset=utf-8"),
        File("/playground/page.js", PackageResources.page_js, script),
        File("/playground/editor.js", PackageResources.editor_js, script),
        File("/playground/link.js", PackageResources.link_js, script),
        File("/playground/samples.js", PackageResources.samples_js, script),
        File("/playground/views.js", PackageResources.views_js, script),
        File("/playground/icon.svg", PackageResources.icon_svg, "image/svg+xml"),
    ]

    /// FNV-1a, in 64 bits.
    private static func entityTag(of bytes: [UInt8]) -> String {
        let digest = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        return "\"" + String(digest, radix: 16) + "\""
    }
}
