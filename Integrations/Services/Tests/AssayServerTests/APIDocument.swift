// SPDX-License-Identifier: Apache-2.0
import Foundation
import ServiceTesting

/// The OpenAPI document of the server, against which answers are checked.
struct APIDocument {
    private let paths: [String: Any]

    init(_ text: String) throws {
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        paths = object?["paths"] as? [String: Any] ?? [:]
    }

    /// Returns the reason an answer is not as documented, or `nil` if it is.
    func complaint(_ method: String, _ path: String, _ answer: Answer) -> String? {
        let parts = path.split(separator: "/")
        let pattern = paths.keys.first { key in
            let pieces = key.split(separator: "/")
            return pieces.count == parts.count
                && zip(pieces, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }
        // Paths and methods that there are not have no entry.
        guard let pattern else { return answer.status == 404 ? nil : "\(path) is not documented" }
        let methods = paths[pattern] as? [String: Any] ?? [:]
        let known = methods[method == "HEAD" ? "get" : method.lowercased()] as? [String: Any]
        guard let known else { return answer.status == 405 ? nil : "\(method) is not documented" }
        let responses = known["responses"] as? [String: Any] ?? [:]
        guard let response = responses["\(answer.status)"] as? [String: Any] else {
            return "status \(answer.status) of \(pattern) is not documented"
        }
        let content = response["content"] as? [String: Any] ?? [:]
        let type = answer.headers["content-type"]?.split(separator: ";").first.map(String.init)
        guard let type, content[type] == nil, !content.isEmpty else { return nil }
        return "type \(type) with status \(answer.status) of \(pattern) is not documented"
    }
}
