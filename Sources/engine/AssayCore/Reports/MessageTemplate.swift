// SPDX-License-Identifier: Apache-2.0

/// Messages with placeholders.
///
/// - `{count}` is the value of the argument `count`.
/// - `{count:item|items}` is the form that goes with the number `count` in the message's language:
///   "1 item", "2 items".
/// - `{fields:field|fields}` is the form that goes with the number of elements of a list; a text is one.
/// - `{unit:bytes=byte|utf16=code unit|character}` is the form that is labelled with the value of
///   `unit`, else the one without a label.
///
/// A form may have placeholders. Of an argument without a value, the message has the last form without a label:
/// `{version:10=10|13=13|10 or 13} digits`.
package enum MessageTemplate {
    /// Replaces each placeholder by what `lookup` gives; a name without a value and without forms stays as it
    /// is written, and so does a brace that starts no placeholder.
    ///
    /// O(length).
    ///
    /// - Parameters:
    ///   - template: The message.
    ///   - language: The template's language (BCP 47), which decides about plural forms.
    ///   - lookup: The value of an argument, nil for an unknown name.
    /// - Returns: The text.
    package static func format(
        _ template: String, in language: String = "en", _ lookup: (String) -> Value?
    ) -> String {
        guard template.utf8.contains(Byte.open) else { return template }
        return format(template.utf8[...], in: language, MessageStyle(language), lookup)
    }

    /// The names of the placeholders in order, including the placeholders of all forms.
    package static func placeholders(in template: String) -> [String] {
        names(in: template.utf8[...])
    }
}

extension MessageTemplate {
    /// Returns the values with which a template makes a text, or `nil` if it makes another one.
    ///
    /// - Parameters:
    ///   - text: The text. Each value in it ends where the text after its placeholder begins.
    ///   - template: A template whose placeholders have no forms.
    /// - Returns: The values by the names of their placeholders; a whole number is one.
    package static func values(of text: String, from template: String) -> [String: Value]? {
        var values: [String: Value] = [:]
        var rest = text.utf8[...]
        var pattern = template.utf8[...]
        while let start = pattern.firstIndex(of: Byte.open),
            let placeholder = Placeholder(pattern[start...])
        {
            guard rest.starts(with: pattern[..<start]) else { return nil }
            rest = rest.dropFirst(pattern[..<start].count)
            pattern = pattern[placeholder.end...]
            let next = pattern.prefix { $0 != Byte.open }
            let end =
                next.isEmpty
                ? rest.endIndex : rest.indices.first { rest[$0...].starts(with: next) }
            guard let end else { return nil }
            let value = String(Substring(rest[..<end]))
            values[placeholder.name] = Int64(value).map { .integer($0) } ?? .string(value)
            rest = rest[end...]
        }
        return rest.elementsEqual(pattern) ? values : nil
    }

    /// The template as people read it where no values are known: of each choice of forms the one of
    /// most values, so that `{count} {count:item|items}` reads `{count} items`.
    package static func outline(of template: String) -> String {
        outline(of: template.utf8[...])
    }

    private static func outline(of template: Text) -> String {
        var result = ""
        var rest = template
        while let start = rest.firstIndex(of: Byte.open) {
            result += Substring(rest[..<start])
            rest = rest[start...]
            if let placeholder = Placeholder(rest), let form = placeholder.lastForm {
                result += outline(of: form)
                rest = rest[placeholder.end...]
            } else {
                result += "{"
                rest = rest.dropFirst()
            }
        }
        return result + String(Substring(rest))
    }
}

extension MessageTemplate {
    private typealias Text = Substring.UTF8View

    private enum Byte {
        static let open = UInt8(ascii: "{")
        static let close = UInt8(ascii: "}")
    }

    /// The forms of one placeholder have at most so many bytes, which bounds the search for their
    /// end.
    private static let formsLimit = 1024

    private static func format(
        _ template: Text, in language: String, _ style: MessageStyle, isForm: Bool = false,
        _ lookup: (String) -> Value?
    ) -> String {
        var result = ""
        var rest = template
        while let start = rest.firstIndex(of: Byte.open) {
            result += Substring(rest[..<start])
            rest = rest[start...]
            let placeholder = Placeholder(rest)
            let value = placeholder.flatMap { lookup($0.name) }
            if let placeholder, let form = placeholder.form(for: value, in: language) {
                result += format(form, in: language, style, isForm: true, lookup)
                rest = rest[placeholder.end...]
            } else if let placeholder, let value {
                // A message that is one value, such as an error of a server, is no text with a word in it.
                let isWord =
                    result.utf8.last.map { $0 == UInt8(ascii: " ") }
                    ?? (isForm || placeholder.end != rest.endIndex)
                result += style.text(of: value, isWord: isWord)
                rest = rest[placeholder.end...]
            } else {
                result += "{"
                rest = rest.dropFirst()
            }
        }
        return result + String(Substring(rest))
    }

    private static func names(in template: Text) -> [String] {
        var names: [String] = []
        var rest = template
        while let start = rest.firstIndex(of: Byte.open) {
            rest = rest[start...]
            if let placeholder = Placeholder(rest) {
                names.append(placeholder.name)
                for form in placeholder.forms { names += self.names(in: form.text) }
                rest = rest[placeholder.end...]
            } else {
                rest = rest.dropFirst()
            }
        }
        return names
    }

    /// A placeholder taken apart.
    private struct Placeholder {
        let name: String
        private(set) var forms: [(label: String?, text: Text)] = []
        private(set) var end: Text.Index

        /// Reads the placeholder at the start of a text that begins with a brace; nil where none
        /// begins.
        init?(_ text: Text) {
            let inside = text.dropFirst()
            let name = inside.prefix {
                $0 != Byte.open && $0 != Byte.close && $0 != UInt8(ascii: ":")
            }
            guard name.endIndex < text.endIndex, text[name.endIndex] != Byte.open else {
                return nil
            }
            self.name = String(Substring(name))
            end = text.index(after: name.endIndex)
            guard text[name.endIndex] != Byte.close else { return }
            guard readForms(text[end...].prefix(MessageTemplate.formsLimit)) else { return nil }
        }

        /// Splits the forms at the bars that are in no inner placeholder; false without an end.
        private mutating func readForms(_ text: Text) -> Bool {
            var depth = 0
            var start = text.startIndex
            var index = start
            while index < text.endIndex {
                switch text[index] {
                case Byte.open: depth += 1
                case Byte.close where depth > 0: depth -= 1
                case Byte.close:
                    append(text[start..<index])
                    end = text.index(after: index)
                    return true
                case UInt8(ascii: "|") where depth == 0:
                    append(text[start..<index])
                    start = text.index(after: index)
                default: break
                }
                index = text.index(after: index)
            }
            return false
        }

        /// A label is a word before an equals sign.
        private mutating func append(_ form: Text) {
            let label = form.prefix { byte in
                byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
                    || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
            }
            if !label.isEmpty, label.endIndex < form.endIndex,
                form[label.endIndex] == UInt8(ascii: "=")
            {
                let text = form[form.index(after: label.endIndex)...]
                forms.append((String(Substring(label)), text))
            } else {
                forms.append((nil, form))
            }
        }

        /// The form that is labelled with the value, or with the number of elements, else the one that goes with the number, else
        /// the last; without a value the last, and `nil` without forms.
        func form(for value: Value?, in language: String) -> Text? {
            guard let value, !forms.isEmpty else { return lastForm }
            let label = if case .string(let text) = value { text } else { value.json }
            let number = Self.number(for: value)
            for label in [label, number.json] {
                if let labelled = forms.first(where: { $0.label == label }) { return labelled.text }
            }
            let counted = forms.filter { $0.label == nil }
            let index = PluralForms.index(of: number, in: language) ?? counted.count
            if counted.indices.contains(index) { return counted[index].text }
            return lastForm
        }

        /// The number that chooses the form: the value itself, the number of a list's elements, or
        /// 1 for a text.
        private static func number(for value: Value) -> Value {
            switch value {
            case .array(let elements): .integer(Int64(elements.count))
            case .string: 1
            default: value
            }
        }

        /// The last form without a label, else the last one, or `nil` if there are no forms.
        var lastForm: Text? {
            (forms.last { $0.label == nil } ?? forms.last)?.text
        }
    }
}
