// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CPluginTemplates

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

    /// The file with the rule.
    var source: String {
        switch self {
        case .c: "plugin.c"
        case .cpp: "plugin.cpp"
        case .rust: "src/lib.rs"
        case .swift: "Sources/Rules/SampleRule.swift"
        }
    }
}

/// The files of a new plugin.
enum PluginTemplate {
    struct File {
        let path: String
        let text: String
        /// The folders of which this file is the first, outer ones first.
        let parents: [String]
    }

    /// Returns `true` if the contract allows the id: at most 64 letters, digits and '-', with a
    /// letter at the start.
    static func isPluginId(_ name: String) -> Bool {
        guard let first = name.utf8.first, isLetter(first), name.utf8.count <= 64 else {
            return false
        }
        return name.utf8.allSatisfy { isLetter($0) || (48...57).contains($0) || $0 == 45 }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (65...90).contains(byte) || (97...122).contains(byte)
    }

    static func files(of language: PluginLanguage, name: String) -> [File] {
        var known: Set<String> = []
        return UnsafeBufferPointer(
            start: assay_template_files, count: Int(assay_template_count)
        ).filter { String(cString: $0.language) == language.rawValue }.map { file in
            let path = String(cString: file.path)
            let text = String(cString: file.text)
            return File(
                path: path, text: file.has_name == 0 ? text : text.replacing("NAME", with: name),
                parents: folders(of: path).filter { known.insert($0).inserted })
        }
    }

    /// Returns the folders above a file: `a` and `a/b` for `a/b/c.txt`.
    private static func folders(of path: String) -> [String] {
        path.indices.filter { path[$0] == "/" }.map { String(path[..<$0]) }
    }
}
