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
    /// `true` if the totals are also printed on standard error, in one line.
    var isForPeople: Bool { self == .full || self == .concise }
}
