// SPDX-License-Identifier: Apache-2.0
import AssaySystem

/// Paths with `*` for any characters of a name, `?` for one and `**` for any directories.
struct PathPattern {
    private let parts: [String]
    private let isAbsolute: Bool

    init(_ pattern: String) {
        isAbsolute = pattern.hasPrefix("/")
        parts = pattern.split(separator: "/").map(String.init)
    }

    static func isPattern(_ path: String) -> Bool { path.contains { $0 == "*" || $0 == "?" } }

    /// The files that match, in the order of their names.
    ///
    /// A name that begins with a dot matches only a part of the pattern that begins with one too.
    var files: [String] {
        var found: [String] = []
        find(parts[...], in: isAbsolute ? "/" : "", depth: 0, into: &found)
        return found.sorted()
    }

    /// The most directories below each other that are searched, so that a link to one above ends.
    private static let maximumDepth = 32

    private func find(
        _ parts: ArraySlice<String>, in directory: String, depth: Int, into found: inout [String]
    ) {
        guard let part = parts.first, depth < Self.maximumDepth else { return }
        let rest = parts.dropFirst()
        if part == "**" { find(rest, in: directory, depth: depth, into: &found) }
        if part != "**", !Self.isPattern(part) {
            visit(part, in: directory, rest: rest, depth: depth, into: &found)
            return
        }
        let names = (try? FileSystem.names(inDirectory: directory.isEmpty ? "." : directory)) ?? []
        for name in names.sorted() where part.hasPrefix(".") || !name.hasPrefix(".") {
            if part == "**" {
                let path = Self.path(name, in: directory)
                if FileSystem.isDirectory(path) {
                    find(parts, in: path, depth: depth + 1, into: &found)
                }
            } else if Glob.matches(Array(part), Array(name)) {
                visit(name, in: directory, rest: rest, depth: depth, into: &found)
            }
        }
    }

    private func visit(
        _ name: String, in directory: String, rest: ArraySlice<String>, depth: Int,
        into found: inout [String]
    ) {
        let path = Self.path(name, in: directory)
        guard rest.isEmpty else {
            find(rest, in: path, depth: depth + 1, into: &found)
            return
        }
        if FileSystem.exists(path), !FileSystem.isDirectory(path), !found.contains(path) {
            found.append(path)
        }
    }

    private static func path(_ name: String, in directory: String) -> String {
        directory.isEmpty ? name : FileSystem.path(of: name, in: directory)
    }
}
