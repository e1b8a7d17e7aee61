// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import AssayCore

/// Precedence by Semantic Versioning 2.0.0, item 11.
@Suite struct SemanticVersionTests {
    /// Each is before the next.
    static let ordered = [
        "0.0.0-0", "0.0.0", "0.0.1", "0.9.9", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta",
        "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0", "1.2.0", "1.9.0",
        "1.10.0", "1.10.1", "2.0.0-x.7.z.92", "2.0.0", "10.0.0",
        "18446744073709551615.0.0", "18446744073709551616.0.0",
        "99999999999999999999999999999999999999999.0.0",
    ]

    @Test func versionsAreOrderedByPrecedence() throws {
        let versions = try Self.ordered.map { try #require(SemanticVersion($0)) }
        for (index, version) in versions.enumerated() {
            for (other, later) in versions.enumerated() {
                #expect((version < later) == (index < other), "\(version) \(later)")
                #expect((version == later) == (index == other), "\(version) \(later)")
            }
        }
    }

    @Test func buildCountsForNothing() throws {
        let first = try #require(SemanticVersion("1.0.0+a"))
        let second = try #require(SemanticVersion("1.0.0+b.7"))
        #expect(first == second)
        #expect(!(first < second))
        #expect(first.description == "1.0.0+a")
    }

    @Test(arguments: [
        "", "1", "1.2", "1.2.3.4", "01.2.3", "1.02.3", "1.2.03", "1.2.3-", "1.2.3-01", "1.2.3-a..b",
        "1.2.3+", "1.2.3+a..b", "1.2.3-ä", "v1.2.3", " 1.2.3", "1.2.3 ", "-1.2.3", "1.2.x",
        String(repeating: "1", count: 125) + ".0.0",
    ])
    func noVersion(text: String) {
        #expect(SemanticVersion(text) == nil)
    }
}
