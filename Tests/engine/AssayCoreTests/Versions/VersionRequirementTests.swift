// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import AssayCore

@Suite struct VersionRequirementTests {
    struct Case: CustomTestStringConvertible {
        let requirement: String
        let taken: [String]
        let others: [String]
        var testDescription: String { requirement }

        init(_ requirement: String, _ taken: [String], not others: [String]) {
            (self.requirement, self.taken, self.others) = (requirement, taken, others)
        }
    }

    @Test(arguments: [
        Case(">= 1.2", ["1.2.0", "1.2.1+a", "9.0.0"], not: ["1.1.9", "1.2.0-rc.1", "1.3.0-rc.1"]),
        Case(">=1.2.3", ["1.2.3", "1.10.0"], not: ["1.2.2", "1.2.3-rc.1"]),
        Case("> 1.2", ["1.3.0"], not: ["1.2.0", "1.2.9", "1.3.0-rc.1"]),
        Case("> 1.2.0", ["1.2.1"], not: ["1.2.0"]),
        Case("< 2", ["0.0.0", "1.99.99"], not: ["2.0.0-rc.1", "2.0.0", "1.0.0-rc.1"]),
        Case("<= 2", ["2.0.0", "2.9.9"], not: ["3.0.0", "3.0.0-rc.1"]),
        Case("<= 1.2.3", ["1.2.3", "1.2.2"], not: ["1.2.4"]),
        Case("= 1.2", ["1.2.0", "1.2.9"], not: ["1.3.0", "1.1.9"]),
        Case("= 1.2.3", ["1.2.3", "1.2.3+b"], not: ["1.2.4", "1.2.3-a"]),
        Case("^1.2", ["1.2.0", "1.9.0"], not: ["1.1.0", "2.0.0"]),
        Case("^0.2", ["0.2.0", "0.2.9"], not: ["0.3.0", "0.1.9"]),
        Case("^0.2.3", ["0.2.3", "0.2.9"], not: ["0.2.2", "0.3.0"]),
        Case("^0.0.3", ["0.0.3"], not: ["0.0.4", "0.0.2"]),
        Case("^0.0", ["0.0.0", "0.0.9"], not: ["0.1.0"]),
        Case("^0", ["0.0.0", "0.9.9"], not: ["1.0.0"]),
        Case("~1.2.3", ["1.2.3", "1.2.9"], not: ["1.2.2", "1.3.0"]),
        Case("~1.2", ["1.2.0", "1.2.9"], not: ["1.3.0"]),
        Case("~1", ["1.0.0", "1.9.9"], not: ["2.0.0", "0.9.9"]),
        Case(">= 1.2, < 2", ["1.2.0", "1.10.0"], not: ["1.1.0", "2.0.0", "2.0.0-rc.1"]),
        Case(
            ">= 1.3.0-beta", ["1.3.0-beta", "1.3.0-rc.1", "1.3.0", "1.4.0"],
            not: ["1.3.0-alpha", "1.4.0-rc.1"]),
        Case("> 1.0.0-rc.1, < 1.0.0", ["1.0.0-rc.2"], not: ["1.0.0-rc.1", "1.0.0"]),
    ])
    func versionsAreTakenAsCargoTakesThem(_ sample: Case) throws {
        let requirement = try VersionRequirement(sample.requirement)
        for text in sample.taken {
            #expect(requirement.includes(try #require(SemanticVersion(text))), "\(text)")
        }
        for text in sample.others {
            #expect(!requirement.includes(try #require(SemanticVersion(text))), "\(text)")
        }
    }

    @Test func idAloneTakesEveryVersion() throws {
        let plugin = RequiredPlugin("fleet")
        #expect(plugin.versions.includes(try #require(SemanticVersion("1.0.0-rc.1"))))
    }

    @Test(arguments: [
        ("", "expected the id of a plugin, found the end", 0),
        (">= 1", "expected the id of a plugin, found '>'", 0),
        ("9lives", "expected the id of a plugin, found '9'", 0),
        ("fleet_x", "expected the end of the id or a space, found '_'", 5),
        ("fleet@1", "expected the end of the id or a space, found '@'", 5),
        ("fleet 1.2", "expected one of >=, >, <, <=, =, ^ and ~, found '1'", 6),
        ("fleet == 1", "expected a version, found '='", 7),
        ("fleet >= ", "expected a version, found the end", 9),
        ("fleet >= 1.2,", "expected one of >=, >, <, <=, =, ^ and ~, found the end", 13),
        ("fleet >= 1.2 < 2", "expected ',' or the end, found '<'", 13),
        ("fleet >= 1.2.x", "'1.2.x' is not a version", 9),
        ("fleet >= 01.2", "'01.2' is not a version", 9),
        ("fleet >= 1.2-rc", "'1.2-rc' is not a version", 9),
        ("fleet >= *", "expected a version, found '*'", 9),
        ("fleet = 1.2.3+7", "a build ('+7') is not compared", 13),
        ("fleet >= 2, < 1", "no version is '>= 2, < 1'", 6),
        ("fleet < 0.0.0", "no version is '< 0.0.0'", 6),
        ("fleet = 1.2.3, > 1.2.3", "no version is '= 1.2.3, > 1.2.3'", 6),
        ("fleet ^1.9, ~2.0", "no version is '^1.9, ~2.0'", 6),
        ("fleet >= 1.2é", "expected ',' or the end, found 'é'", 12),
        (
            String(repeating: "a", count: 65),
            "the id of a plugin has at most 64 bytes, this one 65",
            0
        ),
    ])
    func wrongTextsAreErrorsWithTheirPlace(text: String, message: String, offset: Int) {
        let error = RequiredPlugin(text).error
        #expect(error?.message == message)
        #expect(error?.offset == offset)
    }

    @Test func successorCarries() {
        #expect(
            SemanticVersion("9.99.0").map { $0.core.map(\.successor.text) } == ["10", "100", "1"])
    }
}
