// SPDX-License-Identifier: Apache-2.0
import Assay
import Testing

/// Rules about records, where nothing checks them.
@Suite struct UncheckedRecordsTests {
    private static func manager() throws -> ValidatorsManager {
        let text = "assay: 1\nfields: { name: required }\nrecords: ['unique(id)', count(1...)]"
        return try ValidatorsManager(RuleSet(parsing: text), registry: .standard())
    }

    @Test func aStreamIsAnError() throws {
        let validator = try StreamValidator(Self.manager())
        let error = try #require(throws: InputError.self) {
            try validator.run(
                .of("{\"name\":\"a\",\"id\":1}\n"), render: { _ in }, emit: { _, _ in true })
        }
        #expect(
            error.description == "rules about records are not checked here, and the rule set has "
                + "unique(id), count(1...)")
        #expect(error.code == "records.unchecked")
    }

    @Test func documentsSayWhatIsNotChecked() throws {
        let manager = try Self.manager()
        let names = ["unique(id)", "count(1...)"]
        #expect(manager.validate(json: #"{"name":"a"}"#).unchecked == names)
        #expect(manager.validate(json: #"{}"#).unchecked == names)
        // No record says that there are none.
        let empty = manager.validate(jsonArray: "[]")
        #expect(empty.isValid && empty.records.isEmpty && empty.document.unchecked == names)
        #expect(
            manager.validate(jsonArray: #"[{"name":"a"},{}]"#).records.map(\.unchecked)
                == [names, names])
    }

    @Test func aReportKeepsThemInItsCodableForm() throws {
        var report = ValidationReport()
        report.unchecked = ["unique(id)"]
        let problem = ProblemDetails(report)
        #expect(
            problem.json == """
                {"type":"about:blank","title":"Unprocessable Content","status":422,\
                "detail":"0 errors","unchecked":["unique(id)"],"errors":[]}
                """)
        report.unchecked = []
        #expect(report == ValidationReport())
    }

    /// What a client sends to a server cannot name files of the server.
    @Test func aVersionFromBytesNamesNoFile() throws {
        let text =
            "assay: 1\nsources: { s: { file: /etc/passwd, key: id } }\nrecords: [count(1...)]"
        let error = #expect(throws: RuleSetError.self) {
            try RuleSetVersion(bytes: Array(text.utf8), file: "put.yaml", registry: .standard())
        }
        #expect(error?.issues.map(\.code) == ["source.file"])
    }
}
