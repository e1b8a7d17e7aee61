// SPDX-License-Identifier: Apache-2.0
import Assay
import AssaySystem

/// Paths with `*` for any characters of a name, `?` for one and `**` for any directories.
///
/// At the end, `**` is any files in these directories.
struct PathPattern {
    fileprivate let parts: [Part]
    private let isAbsolute: Bool

    /// A part of a pattern between two slashes.
    fileprivate enum Part {
        case name(String)
        case pattern([Character])
        case anyDirectories

        /// `true` if the part takes names that begin with a dot.
        var takesHidden: Bool {
            switch self {
            case .name: true
            case .pattern(let characters): characters.first == "."
            case .anyDirectories: false
            }
        }
    }

    init(_ pattern: String) {
        isAbsolute = pattern.hasPrefix("/")
        parts = pattern.split(separator: "/").map { part in
            part == "**"
                ? .anyDirectories
                : Self.isPattern(String(part)) ? .pattern(Array(part)) : .name(String(part))
        }
    }

    static func isPattern(_ path: String) -> Bool { path.contains { $0 == "*" || $0 == "?" } }

    /// Searches for the files that match.
    ///
    /// A name that begins with a dot matches only a part of the pattern that begins with one too.
    /// `**` does not follow symbolic links to directories.
    func search() -> PathSearch {
        var search = PathSearch(parts: parts)
        search.run(from: isAbsolute ? "/" : "")
        return search
    }
}

/// A search for the files that match a pattern.
///
/// A directory is read once, for all places in the pattern that it may be at. The cost grows with
/// the number of directory entries times the length of the pattern.
struct PathSearch {
    private let parts: [PathPattern.Part]
    /// The files that match, in the order of the bytes of their names.
    private(set) var files: [String] = []
    /// The parts of the tree that could not be searched.
    private(set) var leftOut: [LeftOutFile] = []
    /// The number of times that a name was compared with a part of the pattern.
    private(set) var stepCount = 0

    fileprivate init(parts: [PathPattern.Part]) {
        self.parts = parts
    }

    fileprivate mutating func run(from directory: String) {
        if !parts.isEmpty { visit(directory, places: [0]) }
        files.sort { Self.isBefore($0, $1) }
    }

    /// The places in the pattern that an entry is at, after its name.
    private struct Entry {
        /// Places that are reached by name, also through symbolic links.
        var places: Set<Int> = []
        /// Places of `**`, which are reached in directories of the tree only.
        var repeated: Set<Int> = []
    }

    private mutating func visit(_ directory: String, places: Set<Int>) {
        let places = withoutDirectories(places)
        var entries: [ExactKey: Entry] = [:]
        let isRead = places.contains { place in
            if case .name = parts[place] { false } else { true }
        }
        if isRead {
            do throws(SystemError) {
                let path = directory.isEmpty ? "." : directory
                for name in try FileSystem.names(inDirectory: path) {
                    guard let entry = entry(named: name, at: places) else { continue }
                    entries[ExactKey(name)] = entry
                }
            } catch {
                leftOut.append(LeftOutFile(directory.isEmpty ? "." : directory, reason: error))
            }
        }
        for place in places {
            guard case .name(let name) = parts[place] else { continue }
            stepCount += 1
            entries[ExactKey(name), default: Entry()].places.insert(place + 1)
        }
        for (name, entry) in entries.sorted(by: { Self.isBefore($0.key.text, $1.key.text) }) {
            let path =
                directory.isEmpty ? name.text : FileSystem.path(of: name.text, in: directory)
            follow(path, entry: entry)
        }
    }

    /// Adds the places after each `**` to its own, as there may be no directories.
    private func withoutDirectories(_ places: Set<Int>) -> Set<Int> {
        var all = places
        for place in places {
            var next = place
            while next < parts.count - 1, case .anyDirectories = parts[next] {
                next += 1
                all.insert(next)
            }
        }
        return all
    }

    /// Returns the places after a name, or `nil` if it matches no part of the pattern.
    private mutating func entry(named name: String, at places: Set<Int>) -> Entry? {
        var entry = Entry()
        let isHidden = name.hasPrefix(".")
        var characters: [Character]?
        for place in places where !isHidden || parts[place].takesHidden {
            switch parts[place] {
            case .name: continue
            case .anyDirectories:
                stepCount += 1
                entry.repeated.insert(place)
            case .pattern(let pattern):
                stepCount += 1
                let all = characters ?? Array(name)
                characters = all
                if Glob.matches(pattern, all) { entry.places.insert(place + 1) }
            }
        }
        return entry.places.isEmpty && entry.repeated.isEmpty ? nil : entry
    }

    /// Continues with an entry of a directory, which may be a file that matches.
    private mutating func follow(_ path: String, entry: Entry) {
        let isLast =
            entry.places.contains(parts.count) || entry.repeated.contains(parts.count - 1)
        let status: FileStatus
        do throws(SystemError) {
            status = try FileStatus(path: path)
        } catch {
            // `**` does not follow links, and needs none of those that lead nowhere.
            noteAbsent(path, error: error, isWanted: isLast || !entry.places.isEmpty)
            return
        }
        guard status.kind == .directory else {
            if isLast { files.append(path) }
            return
        }
        var places = entry.places.subtracting([parts.count])
        if !entry.repeated.isEmpty, !Self.isLink(path) { places.formUnion(entry.repeated) }
        if !places.isEmpty { visit(path, places: places) }
    }

    /// Takes a path that cannot be looked at, unless it simply does not exist.
    private mutating func noteAbsent(_ path: String, error: SystemError, isWanted: Bool) {
        let file = LeftOutFile(path, reason: error)
        if file.isDanglingLink, !isWanted || !FileSystem.hasEntry(path) { return }
        if error != .notDirectory { leftOut.append(file) }
    }

    /// Compares bytes: names that mean the same may be different files.
    private static func isBefore(_ first: String, _ second: String) -> Bool {
        first.utf8.lexicographicallyPrecedes(second.utf8)
    }

    private static func isLink(_ path: String) -> Bool {
        (try? FileStatus(path: path, followsLink: false))?.kind == .symbolicLink
    }
}
