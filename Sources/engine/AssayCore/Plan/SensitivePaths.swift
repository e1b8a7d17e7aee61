// SPDX-License-Identifier: Apache-2.0

/// The sensitive paths of a rule set as a tree, which tells which paths overlap one of them.
struct SensitivePaths: Sendable {
    private struct Step: Hashable {
        let node: Int
        let segment: FieldPath.Segment
    }

    private var children: [Step: Int] = [:]
    /// The children of a node that are single elements, which `[*]` includes.
    private var elements: [Int: [Int]] = [:]
    /// A flag for each node: `true` if a sensitive path ends there; the first node is the root.
    private var isEnd = [false]
    /// The sensitive paths, once each, in the order in which they were inserted.
    private(set) var paths: [FieldPath] = []
    /// The number of nodes that were compared so far.
    private(set) var comparisons = 0

    var isEmpty: Bool { isEnd.count == 1 }
    /// The number of different beginnings of sensitive paths.
    var count: Int { isEnd.count - 1 }

    mutating func insert(_ path: FieldPath) {
        var node = 0
        for segment in path.segments { node = child(of: node, at: segment) }
        if !isEnd[node] { paths.append(path) }
        isEnd[node] = true
    }

    /// Inserts both paths of every pair of which one overlaps a sensitive path, until there is no
    /// further one.
    ///
    /// - Parameters:
    ///   - ties: The pairs of paths that rules compare.
    ///   - limit: The number of comparisons that ends the search.
    mutating func spread(
        along ties: [(path: FieldPath, other: FieldPath)], limit: Int
    ) {
        var open = ties
        var hasSpread = !isEmpty
        while hasSpread, comparisons <= limit {
            hasSpread = false
            // Every other pass goes backward, so that two passes follow a chain in either order.
            open = open.reversed().filter { tie in
                guard comparisons <= limit, overlap(tie.path) || overlap(tie.other) else {
                    return true
                }
                insert(tie.path)
                insert(tie.other)
                hasSpread = true
                return false
            }
        }
    }

    private mutating func child(of node: Int, at segment: FieldPath.Segment) -> Int {
        let step = Step(node: node, segment: segment)
        if let known = children[step] { return known }
        let child = isEnd.count
        isEnd.append(false)
        children[step] = child
        if case .index = segment { elements[node, default: []].append(child) }
        return child
    }

    /// True when the value of the path can be, contain or be part of a sensitive value.
    mutating func overlap(_ path: FieldPath) -> Bool {
        guard !isEmpty else { return false }
        var nodes = [0]
        for segment in path.segments {
            comparisons += nodes.count
            nodes = nodes.flatMap { next(from: $0, along: segment) }
            if nodes.contains(where: { isEnd[$0] }) { return true }
            if nodes.isEmpty { return false }
        }
        return true
    }

    private func next(from node: Int, along segment: FieldPath.Segment) -> [Int] {
        let exact = children[Step(node: node, segment: segment)].map { [$0] } ?? []
        switch segment {
        case .key: return exact
        case .index:
            return exact
                + (children[Step(node: node, segment: .allElements)].map { [$0] } ?? [])
        case .allElements: return exact + (elements[node] ?? [])
        }
    }

    /// A pointer up to where it enters a sensitive value, whose own keys are part of the value.
    func visiblePart(of pointer: String) -> String {
        guard !isEmpty else { return pointer }
        var nodes = [0]
        var visible = ""
        for token in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            let segments = PointerToken.segments(of: token)
            nodes = nodes.flatMap { node in segments.flatMap { next(from: node, along: $0) } }
            visible += "/" + token
            if nodes.contains(where: { isEnd[$0] }) { return visible }
            if nodes.isEmpty { return pointer }
        }
        return pointer
    }
}

extension ValidationPlan {
    /// Returns `true` if the value of a path can be, contain or be part of a sensitive value.
    package func isSensitive(_ path: FieldPath) -> Bool {
        var paths = sensitivePaths
        return paths.overlap(path)
    }

    /// `true` if a value of a record is not shown.
    package var hasSensitiveFields: Bool { !sensitivePaths.isEmpty }

    /// A pointer up to where it enters a sensitive value.
    package func visiblePart(of pointer: String) -> String {
        sensitivePaths.visiblePart(of: pointer)
    }
}

extension PointerToken {
    /// Returns the segments that a token of a pointer can mean: a key, and an index if it is a
    /// number.
    fileprivate static func segments(of token: Substring) -> [FieldPath.Segment] {
        var key = ""
        var rest = token.utf8[...]
        while let tilde = rest.firstIndex(of: UInt8(ascii: "~")) {
            key += String(decoding: rest[..<tilde], as: UTF8.self)
            let code = rest.index(after: tilde)
            key += code < rest.endIndex && rest[code] == UInt8(ascii: "1") ? "/" : "~"
            rest = code < rest.endIndex ? rest[rest.index(after: code)...] : rest[code...]
        }
        key += String(decoding: rest, as: UTF8.self)
        let index = token.utf8.allSatisfy({ (48...57).contains($0) }) ? Int(token) : nil
        return [.key(key)] + (index.map { [.index($0)] } ?? [])
    }
}
