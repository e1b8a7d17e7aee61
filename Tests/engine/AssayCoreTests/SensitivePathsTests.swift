// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import AssayCore

/// The tree of sensitive paths.
@Suite struct SensitivePathsTests {
    private static let paths: [FieldPath] = {
        var paths: [FieldPath] = []
        let steps = ["", ".a", ".b", "[*]", "[0]", "[1]"]
        for top in ["a", "b"] {
            for second in steps {
                for third in second.isEmpty ? [""] : steps {
                    paths.append(FieldPath(stringLiteral: top + second + third))
                }
            }
        }
        return paths
    }()

    @Test(arguments: paths)
    func aPathOverlapsWhatEachSensitivePathOverlaps(_ path: FieldPath) {
        for first in Self.paths {
            for second in Self.paths {
                var tree = SensitivePaths()
                tree.insert(first)
                tree.insert(second)
                let expected = first.overlaps(path) || second.overlaps(path)
                #expect(tree.overlap(path) == expected, "\(path) in \(first), \(second)")
            }
        }
    }

    @Test func withoutSensitivePathsNothingOverlaps() {
        var tree = SensitivePaths()
        #expect(Self.paths.allSatisfy { !tree.overlap($0) })
        #expect(tree.visiblePart(of: "/a/b") == "/a/b")
    }

    @Test(arguments: [
        ("", ""), ("/x", "/x"), ("/x/y/z", "/x/y/z"), ("/secret", "/secret"),
        ("/secret/key", "/secret"), ("/secret/0/key", "/secret"), ("/list/3/k", "/list/3/k"),
        ("/list/3/pin/k", "/list/3/pin"), ("/list/x/pin/k", "/list/x/pin/k"),
        ("/one/0/k", "/one/0"), ("/one/1/k", "/one/1/k"), ("/~1~0/k/l", "/~1~0/k"),
        ("/a~1b/k", "/a~1b/k"), ("/~", "/~"),
    ])
    func aPointerIsCutWhereItEntersASensitiveValue(_ pointer: String, _ visible: String) {
        var tree = SensitivePaths()
        for path: FieldPath in ["secret", "list[*].pin", "one[0]", "/~.k"] { tree.insert(path) }
        #expect(tree.visiblePart(of: pointer) == visible)
    }
}
