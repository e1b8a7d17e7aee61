// SPDX-License-Identifier: Apache-2.0
import Assay
import AssaySystem
import CLineEditor

/// Lines from a terminal, with colors, completion, hints and a history.
final class LineEditor {
    /// The outcome of reading a line.
    enum Line {
        /// The text of the line; line feeds in it were pasted.
        case text(String)
        case cancelled
        case end
    }

    /// The effect of the Tab key.
    struct Completion {
        /// The number of characters before the cursor that are removed first.
        var deletedCount = 0
        var insertion = ""
        /// Lines to show, each with its line feed.
        var listing = ""
    }

    /// The functions that the C library calls while a line is read.
    private final class Client {
        var complete: (String) -> Completion = { _ in Completion() }
        var hint: (String) -> String? = { _ in nil }
        var colors: (String) -> [UInt8]? = { _ in nil }
        /// The texts that C holds until the next call.
        private var insertion: UnsafeMutablePointer<CChar>?
        private var listing: UnsafeMutablePointer<CChar>?
        private var hintText: UnsafeMutablePointer<CChar>?
        private var colorNumbers: UnsafeMutablePointer<UInt8>?

        deinit {
            for text in [insertion, listing, hintText] { text?.deallocate() }
            colorNumbers?.deallocate()
        }

        func completion(_ before: String) -> line_completion {
            let completion = complete(before)
            Self.replace(&insertion, by: completion.insertion)
            Self.replace(&listing, by: completion.listing)
            return line_completion(
                deleted: Int32(completion.deletedCount), insertion: insertion, listing: listing)
        }

        func hint(after line: String) -> UnsafePointer<CChar>? {
            Self.replace(&hintText, by: hint(line) ?? "")
            return hintText.map { UnsafePointer($0) }
        }

        /// Returns a number for each byte of the line, or `nil` for a line that stays as it is.
        func colors(of line: String) -> UnsafePointer<UInt8>? {
            colorNumbers?.deallocate()
            colorNumbers = nil
            guard let numbers = colors(line), numbers.count == line.utf8.count else { return nil }
            let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, numbers.count))
            copy.initialize(from: numbers, count: numbers.count)
            colorNumbers = copy
            return UnsafePointer(copy)
        }

        /// The bytes of a text up to its first NUL, and a NUL.
        private static func copy(of text: String) -> UnsafeMutablePointer<CChar> {
            text.withCString { bytes in
                var count = 1
                while bytes[count - 1] != 0 { count += 1 }
                let copy = UnsafeMutablePointer<CChar>.allocate(capacity: count)
                copy.initialize(from: bytes, count: count)
                return copy
            }
        }

        private static func replace(_ held: inout UnsafeMutablePointer<CChar>?, by text: String) {
            held?.deallocate()
            held = text.isEmpty ? nil : copy(of: text)
        }
    }

    private let editor: OpaquePointer
    private let client = Client()

    /// Creates an editor for the terminal of standard input and output, or returns `nil` if there
    /// is none.
    ///
    /// - Parameter readsSettings: `true` to read ~/.editrc.
    init?(readsSettings: Bool) {
        let context = Unmanaged.passUnretained(client).toOpaque()
        let functions = line_editor_client(
            context: context,
            complete: { context, before in
                guard let context, let before else { return line_completion() }
                return Unmanaged<Client>.fromOpaque(context).takeUnretainedValue()
                    .completion(String(cString: before))
            },
            hint: { context, line in
                guard let context, let line else { return nil }
                return Unmanaged<Client>.fromOpaque(context).takeUnretainedValue()
                    .hint(after: String(cString: line))
            },
            colors: { context, line in
                guard let context, let line else { return nil }
                return Unmanaged<Client>.fromOpaque(context).takeUnretainedValue()
                    .colors(of: String(cString: line))
            })
        guard
            let editor = line_editor_open(
                "ruleshell", BorrowedDescriptor.standardInput.number,
                BorrowedDescriptor.standardOutput.number,
                readsSettings ? 1 : 0, functions)
        else { return nil }
        self.editor = editor
    }

    deinit {
        line_editor_close(editor)
    }

    var complete: (String) -> Completion {
        get { client.complete }
        set { client.complete = newValue }
    }

    var hint: (String) -> String? {
        get { client.hint }
        set { client.hint = newValue }
    }

    /// A function that returns the number of an SGR sequence for each byte of a line, or `nil` for
    /// a line that stays as it is.
    ///
    /// The number 0 means no color.
    var colors: (String) -> [UInt8]? {
        get { client.colors }
        set { client.colors = newValue }
    }

    var columns: Int { Int(line_editor_columns(editor)) }

    /// Reads a line; text between two U+0001 in the prompt has no width.
    func read(_ prompt: String) -> Line {
        var line: UnsafePointer<CChar>?
        let outcome = prompt.withCString { line_editor_read(editor, $0, &line) }
        switch outcome {
        case LINE_EDITOR_LINE: return .text(line.map { String(cString: $0) } ?? "")
        case LINE_EDITOR_CANCELLED: return .cancelled
        default: return .end
        }
    }

    func useKeys(of keys: PromptSettings.Keys) {
        line_editor_use_vi_keys(editor, keys == .vi ? 1 : 0)
    }

    func remember(_ line: String) {
        line_editor_remember(editor, line)
    }

    /// Words in columns as wide as the terminal.
    static func columns(_ words: [String], width: Int) -> String {
        let most = 200
        let shown = words.prefix(most)
        let cell = (shown.map { line_editor_width($0) }.max() ?? 0) + 2
        let perLine = max(1, width / max(1, Int(cell)))
        var text = ""
        for (index, word) in shown.enumerated() {
            text += SafeText.line(word)
            let isLast = index % perLine == perLine - 1 || index + 1 == shown.count
            text +=
                isLast
                ? "\n" : String(repeating: " ", count: max(1, Int(cell - line_editor_width(word))))
        }
        return text + (words.count > most ? "and \(words.count - most) more\n" : "")
    }
}
