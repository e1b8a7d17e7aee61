// SPDX-License-Identifier: Apache-2.0

/// The repository's files, found from this one.
enum Repository {
    static let root = String(
        #filePath.dropLast("/Tests/AssayTests/Support/Repository.swift".count))
    static let signupRuleSet = root + "/Examples/signup/signup.yaml"
    static let signupCSVRuleSet = root + "/Examples/signup/signup-csv.yaml"
}
