// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization
package import Testing

/// A hostile library among those of `docs/plugins/hostile.md`.
package struct HostileCase: Hashable, Sendable {
    /// The sections of the page, in their order.
    package enum Section: String, CaseIterable, Sendable {
        case file = "Files that are no plugins"
        case library = "Libraries that cannot be loaded"
        case table = "Tables that cannot be read or make no sense"
        case start = "Ends while it is loaded and started"
        case escape = "Gets away from the process in which it is tried"
        case process = "Changes the process"
        case harm = "Harms what is not its own"
        case evaluate = "Misbehaves once it is used"
        case contract = "Breaks the contract in a way that only the checker looks for"
    }

    let section: Section
    let name: String

    /// A case with a name that is the only one of its section.
    package init(_ section: Section, _ name: String) {
        self.section = section
        self.name = name
    }
}

/// What became of the hostile libraries of this test run, and the page that tells of them.
///
/// A test hands in what it has seen, and fails unless the page says the same. With
/// `ASSAY_HOSTILE_TABLE=PATH` a page is written there when the tests end: `make hostile-table`.
package enum HostileOutcomes {
    /// What is said of the checker where the host rejects the library.
    package static let doesNotLoad = "not applicable: does not load"

    private static let newPage = ProcessInfo.processInfo.environment["ASSAY_HOSTILE_TABLE"]
    private static let lines: Set<Substring> = {
        let path = Repository.path("docs/plugins/hostile.md")
        return Set(
            ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: "\n"))
    }()
    private static let rows = Mutex<[HostileCase: String]>([:])

    /// Compares the outcome of a case with its row on the page, or takes the row for a new page.
    ///
    /// `host` is the stage and what was found there, or the verdict, and has nothing that depends on
    /// the machine; `checker` is what `ruleshell plugin check` says.
    package static func record(
        _ hostile: HostileCase, host: String, checker: String = doesNotLoad,
        location: Testing.SourceLocation = #_sourceLocation
    ) {
        let row = "| \(cell(hostile.name)) | \(cell(host)) | \(cell(checker)) |"
        guard newPage != nil else {
            // Apart, so that an error does not print the page.
            let isListed = lines.contains(row[...])
            #expect(
                isListed, "docs/plugins/hostile.md is stale: run 'make hostile-table'\n\(row)",
                sourceLocation: location)
            return
        }
        let (old, isFirst) = rows.withLock { rows in
            (rows.updateValue(row, forKey: hostile), rows.count == 1)
        }
        #expect(old == nil || old == row, "two outcomes of one case", sourceLocation: location)
        if isFirst, old == nil { atexit { HostileOutcomes.write() } }
    }

    /// One line of a table, in which nothing is markup.
    private static func cell(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ").unicodeScalars.map {
            switch $0 {
            case "|", "\\", "*", "_", "<", "`", "[", "~": "\\\($0)"
            default: $0.value < 32 || $0.value == 127 ? "\\\\u{\($0.value)}" : "\($0)"
            }
        }.joined()
    }

    private static func write() {
        guard let newPage else { return }
        let rows = rows.withLock { $0 }
        var page = """
            <!-- Written by 'make hostile-table'; the tests compare each row with what they see. -->

            # Hostile libraries

            The tests build the \(rows.count) libraries below and hand each one to the host and to the checker. Each library is made to do harm,
            or to be wrong in one way.

            - **The host** begins with the stage of the error and what was found there. The error goes on with what was expected and
              what to do. After each error the same process loads and uses a good plugin. If a library loads, the column is what
              `ruleshell try` says of one value, or `ruleshell validate` of three, unless that would never end.
            - **The checker** is `ruleshell plugin check`: the check that finds the library, and its first finding. It loads a library
              as the host does first, so there is nothing to check in one that the host rejects. The tests run the check that is named.
              They rarely run all checks, which take minutes for each library.

            The tests of all sections but the last two run as root and again as an ordinary user, and see the same. Cases that only one
            of the two can try, or whose outcome depends on the machine, are left out.

            A library that only the checker finds belongs in a process of its own until it is fixed: see [Security](../security.md).

            """
        for section in HostileCase.Section.allCases {
            let rows = rows.filter { $0.key.section == section }
            page += """

                ## \(section.rawValue)

                \(rows.count) cases.

                | the library | the host | the checker |
                |---|---|---|
                \(rows.sorted { $0.key.name < $1.key.name }.map(\.value).joined(separator: "\n"))

                """
        }
        try? page.write(toFile: newPage, atomically: true, encoding: .utf8)
    }
}
