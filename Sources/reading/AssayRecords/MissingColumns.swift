// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) package import AssayCore

/// The fields of a rule set that the header of a CSV input, or a table, does not have.
///
/// Without this comparison, a mistyped column makes every record valid.
package struct MissingColumns: Sendable, Equatable {
    /// A field, and the name in the header that it may be meant by.
    package struct Column: Sendable, Equatable {
        package let field: String
        package let nearest: String?
    }

    /// At least one, in the order of the rule set.
    package let columns: [Column]
    /// The names of the header, in its order.
    package let header: [String]
    /// `true` if the names are numbers, for an input without a header.
    package let areNumbers: Bool
    /// `true` if the columns are those of a table, which has no header.
    private let isTable: Bool
    /// `true` if the header has none of the fields at all.
    package let areAll: Bool
    /// The first name of the header with a dot that begins with a missing field, such as
    /// `address.zip`: a cell is no member of an object.
    private let dotted: String?

    /// The number of names, from the first on, that a missing field is compared with.
    private static let mostCompared = 1000

    /// Nil if the header has all of the fields that it must have.
    init?(plan: ValidationPlan, layout: CSVLayout, hasHeader: Bool) {
        // A header may have millions of names, which are read only if one is missing.
        guard plan.fields.contains(where: { layout.cell(named: $0) == nil }) else { return nil }
        self.init(plan: plan, names: layout.names, areNumbers: !hasHeader, isTable: false) {
            layout.cell(named: $0) != nil
        }
    }

    /// The fields that the columns of a table do not have, or `nil` if they have all of the fields
    /// that they must have.
    package init?(plan: ValidationPlan, names: [String]) {
        let known = Set(names.map { ExactKey($0) })
        self.init(plan: plan, names: names, areNumbers: false, isTable: true) {
            known.contains(ExactKey($0))
        }
    }

    private init?(
        plan: ValidationPlan, names: [String], areNumbers: Bool, isTable: Bool,
        has: (String) -> Bool
    ) {
        let fields = plan.fields
        let absent = fields.filter { !has($0) }
        guard !absent.isEmpty else { return nil }
        let prohibited = plan.prohibitedFields
        let missing = absent.filter { !prohibited.contains($0) }
        guard !missing.isEmpty else { return nil }
        let known = Set(fields)
        let compared = names.prefix(Self.mostCompared)
        let spare = compared.filter { !known.contains($0) }
        let own = plan.ownFields
        columns = missing.map { field in
            let nearest = nearestName(to: field, in: spare)
            // A field that is only named may be meant to be another one of the rule set.
            return Column(
                field: field,
                nearest: nearest
                    ?? (own.contains(field) ? nil : nearestName(to: field, in: compared)))
        }
        header = names
        dotted = names.first { name in missing.contains { name.hasPrefix($0 + ".") } }
        self.areNumbers = areNumbers
        self.isTable = isTable
        areAll = absent.count == fields.count
    }

    /// Another field separator may be meant.
    package var isOneCell: Bool {
        !areNumbers && !isTable && dotted == nil && header.count == 1
    }

    /// `true` if the first line is probably a comment and not the header.
    package var isOfComment: Bool {
        !areNumbers && !isTable && areAll && header.first?.hasPrefix("#") == true
    }

    /// A sentence that says what the header or the table has, for help.
    package var headerWords: String {
        if isTable { return tableWords }
        if areNumbers {
            return "without a header, the fields are '1' to '\(header.count)'"
        }
        if let dottedWords { return dottedWords }
        if isOneCell, let name = header.first {
            return "its header is one cell, '\(name.prefix(80))'"
        }
        return "its header has \(nameWords)"
    }

    /// A sentence that says what columns a table has, for help.
    package var tableWords: String {
        if let dottedWords { return dottedWords }
        return header.isEmpty ? "it has no column at all" : "it has \(nameWords)"
    }

    private var dottedWords: String? {
        dotted.map { dotted in
            "a column is one key, whatever is in its name: the field of '\(dotted)' is written "
                + #"'"\#(dotted)"' in the rule set"#
        }
    }

    private var nameWords: String {
        let shown = header.prefix(12).map { "'\($0.prefix(40))'" }.joined(separator: ", ")
        return shown + (header.count > 12 ? " and \(header.count - 12) more" : "")
    }

    /// The end of a sentence about the input, such as `no column 'email' (did you mean 'e-mail'?)`.
    package var words: String {
        let shown = columns.prefix(4).map { column in
            "'\(column.field)'" + (column.nearest.map { " (did you mean '\($0)'?)" } ?? "")
        }
        let more = columns.count - shown.count
        let names = shown + (more > 0 ? ["\(more) more"] : [])
        let list =
            names.count > 1
            ? names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
            : names.joined()
        return "no column\(columns.count == 1 ? "" : "s") \(list)"
    }
}
