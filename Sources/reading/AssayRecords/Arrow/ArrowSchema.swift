// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) package import AssayCore

/// The columns of an Arrow input.
struct ArrowSchema {
    let fields: [ArrowField]
    /// The fields whose values are in dictionaries, by the numbers of these.
    private(set) var dictionaries: [Int64: ArrowField] = [:]

    /// - Parameters:
    ///   - table: The table `Schema` of the metadata.
    ///   - version: The version of the metadata, where 4 is V5.
    ///   - readings: What the rules read the texts of fields as.
    /// - Throws: `ArrowError` for a schema that is damaged.
    init(
        _ table: FlatTable, version: Int16, readings: FieldReadings
    ) throws(ArrowError) {
        guard try table.number(0, default: 0 as Int16) == 0 else {
            throw ArrowError(
                "its numbers are big-endian", remedy: "write it on a little-endian machine")
        }
        var parser = FieldParser(
            readings: readings, unionsHaveBitmaps: version < 4,
            // A damaged schema can name one field, or one name, again and again.
            bytesLeft: 2 * table.byteCount)
        var fields: [ArrowField] = []
        for index in 0..<(try table.tableCount(1)) {
            let field = try table.table(1, at: index)
            let name = try field.text(0) ?? ""
            fields.append(
                try parser.field(field, in: nil, place: FieldPath(key: name), depth: 1))
        }
        self.fields = fields
        for field in fields { try addDictionaries(of: field) }
    }

    private mutating func addDictionaries(of field: ArrowField) throws(ArrowError) {
        if let id = field.dictionary?.id {
            if let known = dictionaries[id], !known.hasValues(like: field) {
                throw ArrowError("dictionary \(id) has values of two types")
            }
            dictionaries[id] = dictionaries[id] ?? field
        }
        for child in field.children { try addDictionaries(of: child) }
    }

    /// Checks that the columns are those that the rules need, and that the rules can decide about them.
    ///
    /// - Parameters:
    ///   - plan: The rules.
    ///   - options: The options, which say if the input may lack columns.
    ///   - name: The name of the input.
    /// - Throws: `InputError` about the columns.
    func check(
        for plan: ValidationPlan, options: ReaderOptions, name: String
    ) throws(InputError) {
        let missing = MissingColumns(plan: plan, names: names)
        if let missing, !options.allow(missing) {
            throw InputError(.missingColumns(name: name, missing))
        }
        var known: Set<ExactKey> = []
        let repeated = names.filter { !known.insert(ExactKey($0)).inserted }
        guard repeated.isEmpty else {
            throw InputError(.duplicateColumns(name: name, columns: repeated))
        }
        let wanted = Set(plan.fields.map { ExactKey($0) })
        for field in fields where wanted.contains(ExactKey(field.name)) {
            guard let unread = field.unread else { continue }
            throw InputError(
                .badArrow(
                    name: name,
                    reason:
                        "column '\(unread.path)' has the type \(unread.typeWords), which is not read",
                    remedy: "cast the column"))
        }
        let issues = plan.tableIssues { hasTexts(at: $0) }
        guard issues.isEmpty else { throw InputError(.unreadColumns(name: name, issues)) }
    }

    /// The names of the columns, in their order.
    var names: [String] { fields.map(\.name) }

    /// Returns `true` if the columns have texts at a path.
    func hasTexts(at path: FieldPath) -> Bool {
        guard case .key(let name)? = path.segments.first else { return false }
        let field = fields.first { ExactKey($0.name) == ExactKey(name) }
        return field?.hasTexts(at: path.segments.dropFirst()) ?? false
    }
}

/// A column of an Arrow input, or what is in it.
struct ArrowField {
    let name: String
    /// The names that lead to it, for errors.
    let path: String
    /// The name as the key of a member: a JSON string and a colon.
    let key: [UInt8]
    /// The type of the values, or `nil` for one that is not read.
    let type: ArrowType?
    /// The name of a type that is not read.
    let typeName: String
    /// The number of buffers of an array of the values, or `nil` for any number from 2 on.
    let bufferCount: Int?
    let children: [ArrowField]
    /// The dictionary that has the values, and the type of the indexes into it, or `nil` if the array has them.
    let dictionary: Dictionary?
    /// A function that writes dates and moments in the form that the rules of the field read, or `nil` for ISO 8601.
    let spelling: TextReading.Spelling?

    struct Dictionary {
        let id: Int64
        let index: ArrowType
    }

    /// The first field whose type is not read, or `nil` if values can be read.
    var unread: ArrowField? {
        guard let type else { return self }
        if type == .map {
            guard let entries = children.first, entries.type == .structure,
                entries.children.count == 2
            else { return self }
            switch entries.children[0].type {
            case .text, .textView: break
            default: return self
            }
        }
        return children.lazy.compactMap(\.unread).first
    }

    /// A description of the type for an error.
    var typeWords: String { type == .map ? "map with keys that are no texts" : typeName }

    /// Returns `true` if the values of another field have the same type.
    func hasValues(like other: ArrowField) -> Bool {
        type == other.type && typeName == other.typeName && bufferCount == other.bufferCount
            && children.count == other.children.count
            && zip(children, other.children).allSatisfy {
                $0.name == $1.name && $0.dictionary?.id == $1.dictionary?.id
                    && $0.dictionary?.index == $1.dictionary?.index && $0.hasValues(like: $1)
            }
    }

    /// Returns `true` if values have texts at a path.
    func hasTexts(at path: ArraySlice<FieldPath.Segment>) -> Bool {
        guard let type else { return false }
        guard let step = path.first else {
            return switch type {
            case .text, .textView: true
            default: false
            }
        }
        let child = children.first { type.leads(by: step, into: $0.name) }
        return child?.hasTexts(at: path.dropFirst()) ?? false
    }
}

/// Reads fields from metadata.
private struct FieldParser {
    private static let mostDepth = 64
    private static let shownCharacters = 128
    /// No field has fewer bytes of metadata.
    private static let leastBytes = 32

    let readings: FieldReadings
    let unionsHaveBitmaps: Bool
    /// The number of bytes that the metadata of further fields may have.
    private var bytesLeft: Int
    /// The dictionaries of the fields around the current one.
    private var openDictionaries: Set<Int64> = []

    init(readings: FieldReadings, unionsHaveBitmaps: Bool, bytesLeft: Int) {
        self.readings = readings
        self.unionsHaveBitmaps = unionsHaveBitmaps
        self.bytesLeft = bytesLeft
    }

    /// Reads a field.
    ///
    /// - Parameters:
    ///   - table: The table `Field` of the metadata.
    ///   - parent: The names that lead to the field around it, or `nil` for a column.
    ///   - place: The path of the values as a rule set has it, or `nil` if no field can have them.
    ///   - depth: The number of fields around it, itself included.
    /// - Returns: The field.
    /// - Throws: `ArrowError` for a field that is damaged.
    mutating func field(
        _ table: FlatTable, in parent: String?, place: FieldPath?, depth: Int
    ) throws(ArrowError) -> ArrowField {
        let name = try table.text(0) ?? ""
        bytesLeft -= Self.leastBytes + name.utf8.count
        guard bytesLeft >= 0 else { throw .metadata }
        let shown = String(name.prefix(Self.shownCharacters))
        let path = parent.map { $0.utf8.count < 1024 ? "\($0).\(shown)" : $0 } ?? shown
        guard depth < Self.mostDepth else {
            throw ArrowError("column '\(path)' is nested too deeply")
        }
        let number = try table.number(2, default: 0 as UInt8)
        guard let arguments = try table.table(3) else { throw .metadata }
        let type = try ArrowType(number: number, arguments)
        let unread =
            try type == nil
            ? ArrowType.unread(number, arguments, unionsHaveBitmaps: unionsHaveBitmaps) : nil
        guard type != nil || unread != nil else {
            throw ArrowError(
                "column '\(path)' has the type \(number), which is not known",
                remedy: "cast the column")
        }
        let dictionary = try dictionary(table, path: path)
        if let dictionary { openDictionaries.insert(dictionary.id) }
        var children: [ArrowField] = []
        for index in 0..<(try table.tableCount(5)) {
            let child = try table.table(5, at: index)
            let name = try child.text(0) ?? ""
            let step = type?.step(into: name)
            children.append(
                try field(
                    child, in: path,
                    place: step.flatMap { step in
                        place.map { FieldPath(segments: $0.segments + [step]) }
                    }, depth: depth + 1))
        }
        if let dictionary { openDictionaries.remove(dictionary.id) }
        if let expected = type?.childCount, children.count != expected {
            throw ArrowError(
                "column '\(path)' has \(children.count) children, expected \(expected)")
        }
        var key: [UInt8] = []
        JSONText.append(name, to: &key)
        return ArrowField(
            name: name, path: path, key: key + [UInt8(ascii: ":")], type: type,
            typeName: unread?.name ?? "",
            bufferCount: type.map(\.bufferCount) ?? unread?.bufferCount, children: children,
            dictionary: dictionary,
            spelling: place.flatMap { readings.reading(of: $0) }?.spelling)
    }

    private func dictionary(
        _ field: FlatTable, path: String
    ) throws(ArrowError) -> ArrowField.Dictionary? {
        guard let table = try field.table(4) else { return nil }
        let id = try table.number(0, default: 0 as Int64)
        guard !openDictionaries.contains(id) else {
            throw ArrowError("column '\(path)' has the dictionary \(id) in itself")
        }
        let index = try table.table(1).map { table throws(ArrowError) in
            try ArrowType.integer(table)
        }
        return ArrowField.Dictionary(
            id: id, index: index ?? .integer(width: 4, isSigned: true))
    }
}

extension Violation {
    /// The findings about columns of a table that no rule is about, one for each, as in the header of a CSV.
    package static func unknownColumns(_ names: [String], plan: ValidationPlan) -> [Violation] {
        var findings = ColumnFindings(plan)
        for name in names { findings.addUnknown(name) { nil } }
        return findings.all
    }
}
