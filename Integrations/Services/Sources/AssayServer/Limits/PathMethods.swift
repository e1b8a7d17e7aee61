// SPDX-License-Identifier: Apache-2.0
import HTTPTypes

/// The methods that the paths of a server take.
struct PathMethods: Sendable {
    private let paths: [(segments: [Substring], methods: [HTTPRequest.Method])]

    /// - Parameter paths: Methods by patterns, such as `/v1/explain/{code}`.
    init(_ paths: [(path: String, methods: [HTTPRequest.Method])]) {
        self.paths = paths.map { ($0.path.split(separator: "/"), $0.methods) }
    }

    /// Returns the methods that a path takes, for the header `Allow`, or `nil` if there is no such
    /// path.
    func allowed(at path: String) -> String? {
        let segments = path.split(separator: "/")
        let known = paths.first { known in
            known.segments.count == segments.count
                && zip(known.segments, segments).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }
        return known?.methods.map(\.rawValue).joined(separator: ", ")
    }
}
