// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// The languages that a new plugin can be in, by their names on the command line.
enum PluginLanguage: String, ExpressibleByArgument, CaseIterable {
    case c
    case cpp
    case rust
    case swift

    /// The name for people.
    var title: String {
        switch self {
        case .c: "C"
        case .cpp: "C++"
        case .rust: "Rust"
        case .swift: "Swift"
        }
    }
}
