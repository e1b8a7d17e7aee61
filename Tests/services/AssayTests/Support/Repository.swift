// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The repository's files, found from this one.
enum Repository {
    static let root = String(
        #filePath.dropLast("/Tests/services/AssayTests/Support/Repository.swift".count))
    static let signupRuleSet = root + "/Examples/signup/signup.yaml"
    static let signupCSVRuleSet = root + "/Examples/signup/signup-csv.yaml"

    /// The text of a file, or `nil` if there is none; the path is from the root of the repository.
    static func text(of path: String) -> String? {
        try? String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
    }
}
