// SPDX-License-Identifier: Apache-2.0

/// The settings that `:set`, `:mode` and `:timer` change.
struct PromptSettings {
    /// The form of answers.
    enum Mode: String, CaseIterable {
        /// The verdict and a line for each finding; records with their excerpts.
        case full
        /// One line for an answer.
        case concise
        /// One JSON object on a line.
        case json
    }

    /// The keys of the line editor.
    enum Keys: String, CaseIterable {
        case emacs
        case vi
    }

    var mode = Mode.full
    var showsTime = false
    /// Values are cells of text, as in CSV.
    var isText = false
    /// Records have a part of the fields, whose absent fields are not required.
    var isPartial = false
    var usesColor = false
    var keys = Keys.emacs
    /// Hints are shown after the line.
    var hints = true
    /// Answers that are longer than the screen are shown by the pager.
    var usesPager = true
    /// The most steps of one search of a pattern, or `nil` for the default limits.
    var matchLimit: UInt32?

    /// A setting of `:set`.
    struct Setting: Sendable {
        let name: String
        let values: [String]
        let summary: String
        let get: @Sendable (PromptSettings) -> String
        /// A function that changes the setting, and returns `false` for a value that it does not
        /// take.
        let set: @Sendable (inout PromptSettings, String) -> Bool
    }

    static let all: [Setting] = [
        choice("mode", summary: "format of the answers", path: \.mode),
        flag("timer", summary: "show the time of each answer", path: \.showsTime),
        flag("text", summary: "take values as text, like cells of a CSV file", path: \.isText),
        flag(
            "partial", summary: "validate records that have only some fields", path: \.isPartial
        ),
        flag("color", summary: "use colors in answers", path: \.usesColor),
        choice("keys", summary: "keys of the line editor", path: \.keys),
        flag("hints", summary: "show what can follow after the cursor", path: \.hints),
        flag(
            "pager", summary: "show answers that are longer than the screen in a pager",
            path: \.usesPager),
        Setting(
            name: "matchLimit", values: ["off"],
            summary: "steps of one pattern search, from 1; off: the default limits",
            get: { $0.matchLimit.map { String($0) } ?? "off" },
            set: { settings, text in
                guard text != "off" else {
                    settings.matchLimit = nil
                    return true
                }
                guard let number = UInt32(text), number > 0 else { return false }
                settings.matchLimit = number
                return true
            }),
    ]

    private static func flag(
        _ name: String, summary: String,
        path: any WritableKeyPath<PromptSettings, Bool> & Sendable
    ) -> Setting {
        Setting(name: name, values: ["on", "off"], summary: summary) {
            $0[keyPath: path] ? "on" : "off"
        } set: { settings, text in
            guard text == "on" || text == "off" else { return false }
            settings[keyPath: path] = text == "on"
            return true
        }
    }

    private static func choice<Choice: RawRepresentable<String> & CaseIterable & SendableMetatype>(
        _ name: String, summary: String,
        path: any WritableKeyPath<PromptSettings, Choice> & Sendable
    ) -> Setting {
        Setting(name: name, values: Choice.allCases.map(\.rawValue), summary: summary) {
            $0[keyPath: path].rawValue
        } set: { settings, text in
            guard let choice = Choice(rawValue: text) else { return false }
            settings[keyPath: path] = choice
            return true
        }
    }
}
