// SPDX-License-Identifier: Apache-2.0
import AssayHummingbird
import HTTPTypes

/// The form in which a client wants a report.
enum AnswerForm: String {
    case json = "application/json"
    case problem = "application/problem+json"
    case lines = "application/x-ndjson"

    /// The header of an answer in this form.
    var contentType: HTTPField {
        switch self {
        case .json: Self.jsonType
        case .problem: Self.problemType
        case .lines: Self.linesType
        }
    }

    private static let jsonType = HTTPField(name: .contentType, value: json.rawValue)
    private static let problemType = HTTPField(name: .contentType, value: problem.rawValue)
    private static let linesType = HTTPField(name: .contentType, value: lines.rawValue)

    /// The form that `Accept` prefers.
    ///
    /// - Parameters:
    ///   - header: The header (RFC 9110, 12.5.1), or `nil` if any form is accepted.
    ///   - forms: The available forms, the usual one first.
    /// - Throws: `ValidationProblem` with status 406 if the client takes none of the forms.
    init(accepting header: String?, of forms: [AnswerForm]) throws(ValidationProblem) {
        guard let header, header.contains(where: { $0 != " " && $0 != "," }) else {
            self = forms[0]
            return
        }
        let ranges = header.split(separator: ",").prefix(100).compactMap { Range(String($0)) }
        let weighed = forms.enumerated().map { index, form in
            (form: form, weight: Self.weight(of: form, in: ranges), index: index)
        }
        let best = weighed.filter { $0.weight > 0 }
            .min { ($1.weight, $0.index) < ($0.weight, $1.index) }
        guard let best else {
            let names = forms.map(\.rawValue).joined(separator: ", ")
            throw ValidationProblem(.notAcceptable, "The answer can be \(names).")
        }
        self = best.form
    }

    /// The weight of the most exact range that the form is in.
    private static func weight(of form: AnswerForm, in ranges: [Range]) -> Double {
        let fitting = ranges.filter { $0.contains(form) }
        return fitting.max { $0.exactness < $1.exactness }?.weight ?? 0
    }

    /// One part of the header.
    private struct Range {
        let name: String
        let weight: Double

        init?(_ text: String) {
            guard let type = ContentType(text) else { return nil }
            name = type.name == "application/ndjson" ? "application/x-ndjson" : type.name
            weight = type.parameters["q"].map { Double($0) ?? 0 } ?? 1
        }

        var exactness: Int { name == "*/*" ? 0 : name.hasSuffix("/*") ? 1 : 2 }

        func contains(_ form: AnswerForm) -> Bool {
            name == "*/*" || name == "application/*" || name == form.rawValue
        }
    }
}
