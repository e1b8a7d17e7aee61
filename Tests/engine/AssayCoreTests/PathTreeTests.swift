// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Testing

/// A tree of paths finds what a look at every path finds.
@Suite struct PathTreeTests {
    /// All paths of one to three segments that begin with one of two keys.
    private static let paths: [FieldPath] = {
        let segments: [FieldPath.Segment] = [
            .key("a"), .key("b"), .index(0), .index(1), .allElements,
        ]
        var paths = [FieldPath(key: "a"), FieldPath(key: "b")]
        var longest = paths
        for _ in 0..<2 {
            longest = longest.flatMap { path in
                segments.map { FieldPath(segments: path.segments + [$0]) }
            }
            paths += longest
        }
        return paths
    }()

    @Test func anEmptyTreeFindsNothing() {
        let tree = PathTree<Int>()
        for path in Self.paths {
            #expect(tree.overlapping(path) == [] && tree.holders(of: path) == [])
            #expect(tree.parts(of: path) == [])
        }
    }

    /// Every third path is in the tree, from each of three beginnings.
    @Test(arguments: 0..<3)
    func itFindsWhatALookAtEveryPathFinds(first: Int) {
        var tree = PathTree<Int>()
        let known = stride(from: first, to: Self.paths.count, by: 3).map { $0 }
        for index in known { tree.insert(index, at: Self.paths[index]) }
        for path in Self.paths {
            #expect(
                tree.overlapping(path).sorted() == known.filter { Self.paths[$0].overlaps(path) },
                "\(path)")
            #expect(
                tree.holders(of: path).sorted()
                    == known.filter { path.starts(with: Self.paths[$0]) }, "\(path)")
            #expect(
                tree.parts(of: path).sorted() == known.filter { Self.paths[$0].starts(with: path) },
                "\(path)")
        }
    }

    @Test func severalElementsHaveOnePath() {
        var tree = PathTree<Int>()
        for element in 0..<3 { tree.insert(element, at: FieldPath(key: "a")) }
        #expect(tree.overlapping(FieldPath(key: "a")) == [0, 1, 2])
        #expect(tree.overlapping(FieldPath(key: "A")) == [])
    }
}
