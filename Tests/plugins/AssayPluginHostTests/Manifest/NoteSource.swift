// SPDX-License-Identifier: Apache-2.0

/// A section `.note.assay` as a line of C, good unless told otherwise.
struct NoteSource {
    /// The contents of the note; `.zero 9` and the like stand for bytes that are not listed.
    var contents: String
    var name = "Assay"
    var type = 1
    /// What the note says of its size; nil: the truth.
    var size: Int?
    /// "a": a part of the image.
    var flags = ""
    var kind = "@note"

    init(_ bytes: some Collection<UInt8>) {
        contents = bytes.map { ".byte \($0)" }.joined(separator: ";")
    }

    init(directive: String) {
        contents = directive
    }

    var source: String {
        let size = size.map(String.init) ?? "2f-1f"
        return """
            __asm__(".pushsection .note.assay,\\"\(flags)\\",\(kind);.balign 4;"
                    ".long \(name.utf8.count + 1),\(size),\(type);.asciz \\"\(name)\\";.balign 4;"
                    "1: \(contents);2: .balign 4;.popsection");
            """
    }
}
