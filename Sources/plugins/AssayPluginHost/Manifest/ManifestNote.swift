// SPDX-License-Identifier: Apache-2.0

/// The place of the manifest in a library: one note, of the name "Assay" and of type 1.
///
/// The note is in the section `.note.assay` or in a segment of notes (System V ABI, "Note
/// Section").
enum ManifestNote {
    static let section = ".note.assay"
    static let name = "Assay"
    static let type: UInt32 = 1

    /// - Parameter file: A library that has passed the preflight.
    /// - Returns: The manifest, or `nil` if there is none.
    /// - Throws: An error of stage manifest if the manifest is malformed.
    static func read(_ file: ELFFile) throws(StageError) -> PluginManifest? {
        var notes = try inSections(file)
        for note in try inSegments(file) where !notes.contains(where: { $0.start == note.start }) {
            notes.append(note)
        }
        guard let note = notes.first else { return nil }
        guard notes.count == 1 else {
            throw StageError(manifest: "\(notes.count) manifests", expected: "one")
        }
        return try manifest(file.reader.bytes(note.contents))
    }

    /// The manifest that a note holds.
    ///
    /// - Throws: An error of stage manifest for one that cannot be read, or makes no sense.
    static func manifest(_ bytes: UnsafeRawBufferPointer) throws(StageError) -> PluginManifest {
        let manifest: PluginManifest
        do throws(PluginManifestError) {
            manifest = try PluginManifest(parsing: bytes)
        } catch {
            throw StageError(
                manifest: "\(error.found) at \(error.place) of the manifest",
                expected: error.expected)
        }
        do throws(DeclarationError) {
            try DeclarationCheck.run(on: manifest)
        } catch {
            let place = oneLine(error.place.pointer, limit: 200)
            throw StageError(
                manifest: "\(error.found) at \(place) of the manifest", expected: error.expected)
        }
        return manifest
    }

    /// The section holds nothing but the note.
    private static func inSections(_ file: ELFFile) throws(StageError) -> [ELFNote] {
        let indexes = file.sections(named: section)
        guard let index = indexes.first else { return [] }
        guard indexes.count == 1 else {
            throw StageError(manifest: "\(indexes.count) sections \(section)", expected: "one")
        }
        let only = file.sections[index]
        guard only.type == ELFSection.notes else {
            throw StageError(
                manifest: "a section \(section) of type \(only.type)",
                expected: "SHT_NOTE, \(ELFSection.notes)")
        }
        let (notes, rest) = file.notes(at: only.offset, size: only.size, alignment: only.alignment)
        guard rest == 0, !notes.isEmpty else {
            throw StageError(
                manifest: "\(rest) bytes that are not a note in \(section)", expected: "one note")
        }
        for note in notes { try check(note) }
        return notes
    }

    /// Other notes may be beside ours.
    private static func inSegments(_ file: ELFFile) throws(StageError) -> [ELFNote] {
        var found: [ELFNote] = []
        for segment in file.segments where segment.type == ELFSegment.notes {
            found += file.notes(
                at: segment.offset, size: segment.fileSize, alignment: segment.alignment
            ).notes.filter { $0.name == name }
        }
        for note in found { try check(note) }
        return found
    }

    private static func check(_ note: ELFNote) throws(StageError) {
        guard note.name == name, note.type == type else {
            throw StageError(
                manifest: "a note '\(oneLine(note.name, limit: 40))' of type \(note.type)",
                expected: "'\(name)' of type \(type)")
        }
    }
}

extension PluginManifest {
    /// Reads a manifest of unknown origin, which must make sense too.
    ///
    /// - Parameter bytes: JSON in UTF-8, of at most `maximumBytes`.
    /// - Throws: `PluginManifestError` for the first thing that is wrong.
    package init(checking bytes: [UInt8]) throws {
        try self.init(parsing: bytes)
        do throws(DeclarationError) {
            try DeclarationCheck.run(on: self)
        } catch {
            throw PluginManifestError(
                place: oneLine(error.place.pointer, limit: 200), found: error.found,
                expected: error.expected)
        }
    }
}

extension PluginPolicy {
    /// The manifest of a library that has passed the preflight, which must be there or not.
    ///
    /// - Throws: An error of stage manifest.
    func manifest(in file: ELFFile) throws(StageError) -> PluginManifest? {
        let manifest = try ManifestNote.read(file)
        guard manifest != nil || !requiresManifest else {
            throw StageError(
                manifest: "no manifest", expected: "a section \(ManifestNote.section)",
                remedy: "write it with 'ruleshell plugin stamp'")
        }
        return manifest
    }
}

extension StageError {
    /// A manifest that cannot be read.
    init(
        manifest found: String, expected: String,
        remedy: String = "write the manifest again with 'ruleshell plugin stamp'"
    ) {
        self.init(.manifest, found: found, expected: expected, remedy: remedy)
    }
}
