// SPDX-License-Identifier: Apache-2.0
@testable import AssayRegex
import Testing

@Suite struct PatternCacheTests {
    @Test func equalPatternsAreOne() throws {
        let cache = PatternCache()
        let first = try cache.pattern("^a+$", options: [], match: .search)
        let again = try cache.pattern("^a+$", options: [], match: .search)
        #expect(first === again)
        #expect(cache.count == 1)
    }

    @Test func patternsThatAreReadInAnotherWayAreOthers() throws {
        let cache = PatternCache()
        let pattern = try cache.pattern("^a+", options: [], match: .search)
        let others = [
            try cache.pattern("^a+", options: .ignoreCase, match: .search),
            try cache.pattern("^a+", options: [], match: .whole),
            try cache.pattern("^a*", options: [], match: .search),
        ]
        #expect(others.allSatisfy { $0 !== pattern })
        #expect(others[0].options == .ignoreCase)
        #expect(others[1].matchMode == .whole)
        #expect(others[2].source == "^a*")
    }

    @Test func mistakesAreFoundEachTime() {
        let cache = PatternCache()
        for _ in 0..<2 {
            #expect(throws: PatternError.self) {
                try cache.pattern("(", options: [], match: .search)
            }
        }
        #expect(cache.count == 0)
    }

    @Test func patternsThatAreGoneAreForgotten() throws {
        let cache = PatternCache()
        let kept = try (0..<10).map { try cache.pattern("kept\($0)", options: [], match: .search) }
        for number in 0..<1_000 {
            _ = try cache.pattern("gone\(number)", options: [], match: .search)
        }
        #expect(cache.count < 100)
        for (number, pattern) in kept.enumerated() {
            #expect(try cache.pattern("kept\(number)", options: [], match: .search) === pattern)
        }
    }

    private static let shared = PatternCache()

    @Test func threadsShareThem() async throws {
        let kept = try Self.shared.pattern("^[a-z]+$", options: [], match: .search)
        await withTaskGroup { group in
            for task in 0..<8 {
                group.addTask {
                    for number in 0..<200 {
                        let source = number % 2 == 0 ? "^[a-z]+$" : "^\(task)x\(number)$"
                        let pattern = try? Self.shared.pattern(
                            source, options: [], match: .search)
                        #expect(pattern?.source == source)
                        #expect((pattern === kept) == (number % 2 == 0))
                    }
                }
            }
        }
    }
}
