// SPDX-License-Identifier: Apache-2.0

/// Elements by their field paths, which are found without a look at each of them.
///
/// `[*]` and an index are the same place here, as for `FieldPath.overlaps`.
package struct PathTree<Element: Sendable>: Sendable {
    private struct Node {
        var children: [FieldPath.Segment: Int] = [:]
        var elements: [Element] = []
    }

    private var nodes = [Node()]

    /// Makes an empty tree.
    package init() {}

    /// Inserts an element at a path, beside those that are there.
    package mutating func insert(_ element: Element, at path: FieldPath) {
        var node = 0
        for segment in path.segments {
            if let child = nodes[node].children[segment] {
                node = child
            } else {
                nodes.append(Node())
                nodes[node].children[segment] = nodes.count - 1
                node = nodes.count - 1
            }
        }
        nodes[node].elements.append(element)
    }

    /// Returns the elements whose paths lead to the place of a path, or to a value that holds it.
    package func holders(of path: FieldPath) -> [Element] {
        let way = way(along: path)
        return (way.passed + way.ends).flatMap { nodes[$0].elements }
    }

    /// Returns the elements whose paths lead to the place of a path, or to a part of its value.
    package func parts(of path: FieldPath) -> [Element] {
        subtree(of: way(along: path).ends)
    }

    /// Returns the elements whose paths lead to the place of a path, to a value that holds it or to a part
    /// of its value.
    package func overlapping(_ path: FieldPath) -> [Element] {
        let way = way(along: path)
        return way.passed.flatMap { nodes[$0].elements } + subtree(of: way.ends)
    }

    /// Returns the nodes on the way along a path, and those at its end.
    private func way(along path: FieldPath) -> (passed: [Int], ends: [Int]) {
        var (passed, ends) = ([Int](), [0])
        for segment in path.segments {
            passed += ends
            ends = ends.flatMap { children(of: $0, at: segment) }
            if ends.isEmpty { break }
        }
        return (passed, ends)
    }

    private func children(of node: Int, at segment: FieldPath.Segment) -> [Int] {
        let children = nodes[node].children
        let others: [Int] =
            switch segment {
            case .key: []
            case .index: [children[.allElements]].compactMap(\.self)
            case .allElements:
                children.filter { if case .index = $0.key { true } else { false } }.map(\.value)
            }
        return [children[segment]].compactMap(\.self) + others
    }

    private func subtree(of roots: [Int]) -> [Element] {
        var (found, queue) = ([Element](), roots)
        while let node = queue.popLast() {
            found += nodes[node].elements
            queue += nodes[node].children.values
        }
        return found
    }
}
