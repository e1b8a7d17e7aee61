// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// The formats of `validate`, by the names of its option.
enum FormatName: String, CaseIterable, ExpressibleByArgument {
    case full
    case concise
    case ndjson
    case json
    case sarif
    case junit
    case github
    case summary
}

extension FormatName {
    /// The format gets a line with the totals on standard error.
    var isForPeople: Bool { self == .full || self == .concise }
}
