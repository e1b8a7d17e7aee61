// SPDX-License-Identifier: Apache-2.0
import Assay
import Mustache

/// The page, written by the server for one request.
struct SignUpPage: Sendable {
    private let template: MustacheTemplate

    init() throws {
        template = try MustacheTemplate(
            string: String(decoding: PackageResources.page_mustache, as: UTF8.self))
    }

    /// The page as HTML.
    ///
    /// - Parameters:
    ///   - content: What it shows.
    ///   - ruleSet: Its labels name the fields.
    /// - Returns: The whole page.
    func html(_ content: Content, _ ruleSet: RuleSet) -> String {
        let text = PageText(content.messages)
        let problems = content.report.map { FieldMessages($0, content.messages) }
        let fields = SignUp.fields.map { name in
            FieldView(
                name, label: ruleSet.label(of: name, in: text.language),
                value: content.values[name] ?? "", messages: problems?[name] ?? [],
                choose: text.choose)
        }
        return template.render(
            PageView(
                language: text.language, title: text.title, submit: text.submit,
                notice: content.isWelcome ? text.welcome : nil,
                problems: content.report == nil ? nil : text.problems, fields: fields))
    }

    /// What a page shows.
    struct Content {
        /// In the language of the browser.
        var messages: MessageCatalogue
        /// What was typed so far, by fields.
        var values: [String: String] = [:]
        /// What is wrong with it.
        var report: ValidationReport?
        /// Someone has just signed up.
        var isWelcome = false
    }
}

/// The names that the template uses.
private struct PageView {
    let language: String
    let title: String
    let submit: String
    let notice: String?
    let problems: String?
    let fields: [FieldView]
}

/// One field of the template.
private struct FieldView {
    let name: String
    let label: String
    let value: String
    let messages: [String]
    let isInvalid: Bool
    let isText: Bool
    let isBox: Bool
    let isChecked: Bool
    let isChoice: Bool
    let choices: [Choice]
    let type: String
    let autocomplete: String

    struct Choice {
        let value: String
        let label: String
        let isChosen: Bool
    }

    init(_ name: String, label: String, value: String, messages: [String], choose: String) {
        self.name = name
        self.label = label
        self.value = value
        self.messages = messages
        isInvalid = !messages.isEmpty
        isChoice = name == "country"
        isBox = name == "terms"
        isText = !isChoice && !isBox
        isChecked = isBox && value == "true"
        let countries = [("", choose), ("DE", "Deutschland"), ("FR", "France"), ("ES", "España")]
        choices =
            !isChoice
            ? [] : countries.map { Choice(value: $0, label: $1, isChosen: $0 == value) }
        type = name == "email" ? "email" : "text"
        autocomplete = ["userName": "username", "email": "email"][name] ?? "off"
    }
}

/// The messages of a report by fields; faults and rules that were not run are messages too.
struct FieldMessages: Sendable {
    private var byField: [String: [String]] = [:]

    init(_ report: ValidationReport, _ messages: MessageCatalogue) {
        for violation in report.violations where violation.severity == .error {
            byField[violation.field, default: []].append(messages.message(of: violation))
        }
        for fault in report.faults {
            byField[fault.field, default: []].append(messages.message(of: fault))
        }
    }

    subscript(_ field: String) -> [String] { byField[field] ?? [] }

    /// As a JSON object with an array for each field.
    var json: String {
        let members = byField.sorted { $0.key < $1.key }.map { field, messages in
            (key: field, value: Value.array(messages.map { .string($0) }))
        }
        return Value.object(Value.Object(members)).json
    }
}

extension RuleSet {
    /// What the page calls a field.
    fileprivate func label(of field: String, in language: String) -> String {
        guard let path = try? FieldPath(field), let label = labels[path] else { return field }
        return label.text(in: language) ?? field
    }
}
