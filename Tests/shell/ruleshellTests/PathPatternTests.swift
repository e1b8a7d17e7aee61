// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

@testable import ruleshell

/// The files that patterns of paths match, and those that cannot be looked for.
final class PathPatternTests {
    private let folder: String

    init() throws {
        var template = Array("/tmp/ruleshell-paths.XXXXXX\0".utf8CString.dropLast())
        folder = String(cString: try #require(mkdtemp(&template)))
    }

    deinit {
        _ = shell("rm -rf \"$0\"")
    }

    @discardableResult
    private func shell(_ script: String) -> Bool {
        var child: pid_t = 0
        let arguments: [String] = ["/bin/sh", "-c", script, folder]
        let words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        guard posix_spawn(&child, "/bin/sh", nil, nil, words, environ) == 0 else { return false }
        var status: Int32 = 0
        return waitpid(child, &status, 0) == child && status == 0
    }

    private func make(_ script: String) throws {
        try #require(shell("cd \"$0\" && " + script))
    }

    private func search(_ pattern: String) -> PathSearch {
        PathPattern("\(folder)/\(pattern)").search()
    }

    private func files(_ pattern: String) -> [String] {
        search(pattern).files.map { String($0.dropFirst(folder.count + 1)) }
    }

    private func leftOut(_ pattern: String) -> [String] {
        search(pattern).leftOut.map { $0.message.replacing(folder + "/", with: "") }
    }

    // MARK: - What matches

    @Test func partsMatchNames() throws {
        try make("mkdir -p a/b .h c && touch a/1.csv a/b/2.csv a/b/3.txt .h/4.csv c/.5.csv 6.csv")
        #expect(files("*.csv") == ["6.csv"])
        #expect(files("*/*.csv") == ["a/1.csv"])
        #expect(files("a/?.csv") == ["a/1.csv"])
        #expect(files("**/*.csv") == ["6.csv", "a/1.csv", "a/b/2.csv"])
        #expect(files("a/**/b/*") == ["a/b/2.csv", "a/b/3.txt"])
        #expect(files(".*/*.csv") == [".h/4.csv"])
        #expect(files("c/.*.csv") == ["c/.5.csv"])
        #expect(files("a/../c/.*") == ["a/../c/.5.csv"])
        #expect(files("x/*.csv") == [])
        #expect(files("6.csv/*") == [])
        #expect(leftOut("x/*.csv") + leftOut("6.csv/*") + leftOut("**/x") == [])
    }

    @Test func anyDirectoriesAtTheEndAreAllFiles() throws {
        try make("mkdir -p a/b/c && touch a/1 a/b/2 a/b/c/3 a/.4")
        #expect(files("a/**") == ["a/1", "a/b/2", "a/b/c/3"])
        #expect(files("a/**/**") == files("a/**"))
    }

    /// A file that two ways through the pattern lead to is one file.
    @Test func eachFileIsFoundOnce() throws {
        try make("mkdir -p a/a/a && touch a/x a/a/x a/a/a/x")
        #expect(files("**/a/**/x") == ["a/a/a/x", "a/a/x", "a/x"])
    }

    // MARK: - Links

    @Test func anyDirectoriesFollowNoLinks() throws {
        try make(
            "mkdir -p a/b other && touch a/b/1.csv other/2.csv && ln -s .. a/b/up "
                + "&& ln -s ../other a/link && ln -s ../other/2.csv a/file.csv")
        #expect(files("a/**/*.csv") == ["a/b/1.csv", "a/file.csv"])
        #expect(files("a/*/*.csv") == ["a/b/1.csv", "a/link/2.csv"])
        #expect(leftOut("a/**/*.csv") == [])
    }

    @Test func linkToNoFileIsLeftOut() throws {
        try make("mkdir a && ln -s nowhere a/1.csv && ln -s loop a/loop && touch a/2.csv")
        let message = "' is a symbolic link whose target does not exist"
        #expect(files("a/*.csv") == ["a/2.csv"])
        #expect(leftOut("a/*.csv") == ["'a/1.csv" + message])
        #expect(leftOut("**/*.csv") == ["'a/1.csv" + message])
        #expect(leftOut("a/**").sorted() == ["'a/1.csv" + message, "'a/loop" + message])
        #expect(leftOut("a/*/x") == ["'a/1.csv" + message, "'a/loop" + message])
        #expect(leftOut("a/*.txt") == [])
    }

    // MARK: - Directories

    @Test func directoriesAreSearchedHoweverDeepTheyAre() throws {
        let deep = (1...60).map { "d\($0)" }.joined(separator: "/")
        try make("mkdir -p \(deep) && touch \(deep)/x.csv")
        #expect(files("**/*.csv") == [deep + "/x.csv"])
    }

    /// The path of the last ones is longer than the system takes.
    @Test func directoryThatCannotBeReadIsLeftOut() throws {
        let name = String(repeating: "n", count: 200)
        try make(
            "touch 1.csv && i=0 && while [ $i -lt 25 ]; do "
                + "mkdir \(name) && cd -P \(name) || exit 1; i=$((i + 1)); done")
        let search = search("**/*.csv")
        #expect(search.files == [folder + "/1.csv"])
        #expect(search.leftOut.count == 1)
        #expect(
            search.leftOut.first?.message.hasSuffix("' cannot be searched: File name too long")
                == true)
    }

    // MARK: - Names

    @Test func namesAreBytes() throws {
        for name in [#"caf\351"#, #"e\314\201"#, #"\303\251"#] {
            try make("touch \"$(printf '\(name).csv')\"")
        }
        #expect(
            files("*.csv").map { Array($0.utf8) } == [
                Array("caf\u{10FFE9}.csv".utf8), Array("e\u{301}.csv".utf8),
                Array("\u{E9}.csv".utf8),
            ])
        #expect(files("caf?.csv") == ["caf\u{10FFE9}.csv"])
    }

    // MARK: - Cost

    /// A search that tries every way through such a pattern takes millions of steps.
    @Test func stepsGrowWithTheTreeAndThePattern() throws {
        let depth = 30
        let deep = Array(repeating: "a", count: depth).joined(separator: "/")
        try make("mkdir -p \(deep) && touch \(deep)/b")
        let search = search("a/**/a/**/a/**/a/**/a/**/x")
        #expect(search.files == [])
        #expect(search.stepCount > depth)
        // Each entry is compared with each part at most once.
        #expect(search.stepCount <= (depth + 2) * 12 + folder.split(separator: "/").count)
    }
}
