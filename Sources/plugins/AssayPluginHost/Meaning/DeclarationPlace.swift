// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// A part of what a plugin declares: in the words of its table, and as a place in its manifest.
struct DeclarationPlace {
    /// "rule 0 'even', code 1 'even.odd': message".
    let words: String
    /// A JSON Pointer (RFC 6901): "/rules/0/codes/1/message".
    let pointer: String

    /// An entry of a list: "rule 0 'even', code 1 'even.odd'".
    ///
    /// - Parameters:
    ///   - index: The index of the entry, from 0.
    ///   - thing: The word for an entry of the list.
    ///   - name: The name of the entry, of any characters and length, or `nil` if it is not named.
    /// - Returns: The place of the entry.
    func entry(_ index: Int, called thing: String, named name: String? = nil) -> Self {
        let head = words.isEmpty ? "" : words + ", "
        let tail = name.map { " " + quoted($0) } ?? ""
        return Self(words: "\(head)\(thing) \(index)\(tail)", pointer: "\(pointer)/\(index)")
    }

    /// The list of a member of the manifest, which has no words of its own.
    func list(_ key: String) -> Self {
        Self(words: words, pointer: pointer + PointerToken.pointer([.key(key)]))
    }

    /// A member of a struct, which may have another name in the manifest.
    func member(_ name: String, in key: String? = nil) -> Self {
        Self(
            words: "\(words): \(name)", pointer: pointer + PointerToken.pointer([.key(key ?? name)])
        )
    }
}

/// A part of a plugin's declaration that breaks the contract.
struct DeclarationError: Error {
    let place: DeclarationPlace
    let found: String
    let expected: String

    init(at place: DeclarationPlace, found: String, expected: String) {
        self.place = place
        self.found = found
        self.expected = expected
    }
}

/// A foreign name on one line, in quotes.
func quoted(_ name: String) -> String { "'\(oneLine(name, limit: 80))'" }
