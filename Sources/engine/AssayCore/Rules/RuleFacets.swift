// SPDX-License-Identifier: Apache-2.0

/// The properties of a rule that other parts of the engine use, as data that follows from its arguments.
package struct RuleFacets: Sendable {
    /// Returns what the rule reads the texts of its field as, or `nil` if it reads none.
    package var reading: (@Sendable (Arguments) -> TextReading?)?
    /// Returns what the rule compares its value, or the value of another field, with.
    package var comparisons: (@Sendable (Arguments) -> [Comparison])?
    /// Returns the keys of its object that the rule names, so that the rule set knows these members.
    package var keys: (@Sendable (Arguments) -> [String])?
    /// `true` if the rule looks at no member of an object but those that it names, and at fields that it names.
    package var isAboutNamedMembers = false
    /// The relation of the rules among the arguments to the value of the rule.
    package var nested = NestedValue.other
    /// `true` if the rule compares what texts are read as, so that it cannot run on a text that the
    /// rules of its field cannot read.
    package var needsReading = false
    /// The values that the rule compares by their order, or `nil` if it compares none.
    package var order: OrderSubject?

    /// The values that a rule about an order compares.
    package enum OrderSubject: Sendable {
        /// Numbers, and what rules read texts as.
        case values
        /// Dates and moments: those that rules read, and texts of ISO 8601.
        case moments
    }

    package init() {}

    package init(reading: @escaping @Sendable (Arguments) -> TextReading?) {
        self.reading = reading
    }

    /// The facets of a rule that compares a date or a moment with another one.
    package static var orderOfMoments: RuleFacets {
        var facets = RuleFacets()
        facets.needsReading = true
        facets.order = .moments
        return facets
    }

    package init(comparisons: @escaping @Sendable (Arguments) -> [Comparison]) {
        self.comparisons = comparisons
    }

    /// The facets of a rule that names keys of its object.
    ///
    /// - Parameters:
    ///   - keys: Returns the keys.
    ///   - isExhaustive: `true` if the rule looks at no other member.
    ///   - nested: The relation of the rules among the arguments to the value of the rule.
    package init(
        keys: @escaping @Sendable (Arguments) -> [String], isExhaustive: Bool,
        nested: NestedValue = .other
    ) {
        self.keys = keys
        self.nested = nested
        isAboutNamedMembers = isExhaustive
    }

    /// The facets of a rule that looks at fields that it names instead of its value.
    package static var namedFields: RuleFacets {
        RuleFacets(keys: { _ in [] }, isExhaustive: true)
    }

    /// The facets of a rule that compares values by their order.
    package init(
        needsReading: Bool,
        orderOfValues comparisons: @escaping @Sendable (Arguments) -> [Comparison]
    ) {
        self.needsReading = needsReading
        self.comparisons = comparisons
        order = .values
    }

    package init(nested: NestedValue) {
        self.nested = nested
    }

    /// The relation of nested rules to the value of the rule that has them as arguments.
    package enum NestedValue: Sendable {
        /// All of them check the value together, so that one can read it for the others.
        case same
        /// Each of them checks the value by itself.
        case alternatives
        /// They check the member whose key is the first argument.
        case member
        /// They check other values, such as elements and keys.
        case other

        /// `true` if they check the value of the rule.
        package var isOfSameValue: Bool { self == .same || self == .alternatives }

        /// `true` if they check one value together, whose text one can read for the others.
        package var areTogether: Bool { self == .same || self == .member }
    }

    /// Something that a rule compares a value with.
    package enum Comparison: Sendable {
        /// The value of a field, or of the rule's own field for `nil`, is compared with literals.
        case literals([Value], of: FieldPath?)
        /// The values of the rule's own field and of another one are compared for equality.
        case equality(FieldPath)
        /// The values of the rule's own field and of another one are compared by their order.
        case order(FieldPath)
        /// The elements of an array are compared by their order.
        case orderOfElements
    }
}

/// The meaning that a rule reads in the texts of its field.
package struct TextReading: Sendable {
    /// A kind of value that a text can mean.
    package enum Quantity: String, Sendable {
        case number
        case boolean
        case date
        case moment = "date and time"
        case time
        case decimal = "decimal number"
        case amount
        case version
        case address

        /// The name with its article, for messages.
        package var phrase: String {
            "\(self == .amount || self == .address ? "an" : "a") \(rawValue)"
        }
    }

    /// The quantities that the rule reads, of which a text spells one at most.
    package let quantities: Set<Quantity>
    /// `true` if the rule replaces the text by a number or a Boolean; otherwise the text stays and its
    /// value is used for comparisons only.
    package let replaces: Bool
    /// `true` if a text that spells no such value is right too.
    package let keepsText: Bool
    /// The decimal separator of the numbers that the rule reads, and the one between thousands, which is empty
    /// if there is none.
    private let separators: (decimal: String, group: String)
    /// `true` if the rules that read the text do so in some records only.
    package internal(set) var isConditional = false
    /// Functions of which each returns the value that a text stands for, or `nil` if it stands for none;
    /// none for readings that replace texts.
    private let values: [@Sendable (Span<UInt8>) -> OrderedValue?]
    /// A function that returns, in the form that the rule reads, a date or a moment that ISO 8601 writes
    /// as the bytes, or `nil` if the form cannot have it; `nil` if the rule reads ISO 8601 alone.
    package private(set) var spelling: Spelling?

    package typealias Spelling = @Sendable ([UInt8]) -> [UInt8]?

    /// The maximum number of rules that read the texts of one field, each in some records.
    private static let maximumAlternatives = 16

    /// `true` if all texts are dates, or all are dates with a time.
    package var isOfDays: Bool { quantities == [.date] || quantities == [.moment] }

    /// The quantities with their articles, for messages: "a number or a boolean".
    package var phrase: String {
        guard separators == Self.usualSeparators else {
            return "a number such as 1\(separators.group)234\(separators.decimal)5"
        }
        return quantities.map(\.phrase).sorted().joined(separator: " or ")
    }

    private static let usualSeparators = (decimal: ".", group: "")

    /// Returns `true` if no text, or not each text, stands for the same value in both readings.
    func contradicts(_ other: TextReading) -> Bool {
        quantities.isDisjoint(with: other.quantities) || spellsUnlike(other)
    }

    /// Returns `true` if both readings are of numbers, and a text can be another number in each.
    func spellsUnlike(_ other: TextReading) -> Bool {
        quantities.contains(.number) && other.quantities.contains(.number)
            && separators != other.separators
    }

    private init(_ first: TextReading, or second: TextReading) {
        quantities = first.quantities.union(second.quantities)
        replaces = first.replaces || second.replaces
        keepsText = first.keepsText || second.keepsText
        separators = first.separators
        isConditional = true
        values = Array((first.values + second.values).prefix(Self.maximumAlternatives))
    }

    /// Returns the reading of texts that one of two rules reads, in some records the other one.
    func or(_ other: TextReading) -> TextReading { TextReading(self, or: other) }

    /// A reading that replaces texts.
    package init(
        replacingBy quantities: Set<Quantity>, keepsText: Bool = false, decimal: String? = nil,
        group: String? = nil
    ) {
        self.quantities = quantities
        self.keepsText = keepsText
        separators = (
            decimal ?? Self.usualSeparators.decimal, group ?? Self.usualSeparators.group
        )
        replaces = true
        values = []
    }

    /// A reading that adds a value to texts.
    package init(
        _ quantity: Quantity, spelling: Spelling? = nil,
        _ value: @escaping @Sendable (Span<UInt8>) -> OrderedValue?
    ) {
        quantities = [quantity]
        keepsText = false
        separators = Self.usualSeparators
        replaces = false
        values = [value]
        self.spelling = spelling
    }

    /// Returns the value that a text stands for, or `nil` if it stands for none, or is replaced.
    package func value(_ text: Span<UInt8>) -> OrderedValue? {
        for value in values {
            if let value = value(text) { return value }
        }
        return nil
    }
}

/// The readings that a rule can ask about: those of its own field and of the fields of the record.
package struct FieldReadings: Sendable {
    /// The reading of the values that the rule checks, or `nil` if nothing reads them.
    package var own: TextReading?
    /// The path of the values that the rule checks, or `nil` if they are not those of a field.
    package var path: FieldPath?
    private let readings: [FieldPath: TextReading]

    /// No reading of any field.
    package static let none = FieldReadings([:], path: nil)

    package init(_ readings: [FieldPath: TextReading], path: FieldPath?) {
        self.readings = readings
        self.path = path
        own = path.flatMap { readings[$0] }
    }

    /// Returns the reading of a field, or `nil` if nothing reads its texts.
    package func reading(of path: FieldPath) -> TextReading? {
        readings.isEmpty ? nil : readings[path] ?? readings[path.ofAllElements]
    }

    /// The reading of the elements of the values that the rule checks, or `nil` if nothing reads them.
    package var ofElements: TextReading? {
        path.flatMap { reading(of: FieldPath(segments: $0.segments + [.allElements])) }
    }

    /// Returns the readings for rules that check the values of another field.
    package func at(_ path: FieldPath) -> FieldReadings { FieldReadings(readings, path: path) }

    /// Returns the readings for rules that check a member of the values.
    package func ofMember(_ key: String) -> FieldReadings {
        guard let path else { return elsewhere }
        return at(FieldPath(segments: path.segments + [.key(key)]))
    }

    /// Returns the readings for rules that check values of no field, such as keys.
    package var elsewhere: FieldReadings { FieldReadings(readings, path: nil) }

    /// The readings of the fields that rules read in every record.
    var unconditional: FieldReadings {
        var copy = FieldReadings(readings.filter { !$0.value.isConditional }, path: path)
        if own?.isConditional == false { copy.own = own }
        return copy
    }

    /// Returns the readings with another one for a field.
    ///
    /// - Parameters:
    ///   - path: The path of the field.
    ///   - reading: The reading of the field, or `nil` if nothing reads it.
    /// - Returns: The readings.
    func replacing(_ path: FieldPath, with reading: TextReading?) -> FieldReadings {
        var readings = readings
        readings[path] = reading
        return FieldReadings(readings, path: self.path)
    }

    /// Returns those of some paths whose readings a rule can ask for, each once.
    func paths<Reading>(
        comparedBy rule: BoundRule, among known: [FieldPath: Reading]
    ) -> [FieldPath] {
        var paths: [FieldPath] = []
        let elements = path.map { FieldPath(segments: $0.segments + [.allElements]) }
        for path in [path, elements].compactMap(\.self) + rule.dependencies {
            let spelling = known[path] == nil ? path.ofAllElements : path
            if known[spelling] != nil, !paths.contains(spelling) { paths.append(spelling) }
        }
        return paths
    }

    /// Returns the readings for rules that check values which another rule reads.
    package func with(_ own: TextReading) -> FieldReadings {
        var copy = self
        copy.own = own
        return copy
    }

    /// Returns the value that has an order, or `nil` if it has none: a number, or a text that is read.
    package func ordered(_ value: FieldValue) -> OrderedValue? {
        Self.ordered(value, own)
    }

    /// Returns the ordered value that a reading gives a value, or `nil` if it has none.
    package static func ordered(_ value: FieldValue, _ reading: TextReading?) -> OrderedValue? {
        guard value.isString else { return OrderedValue(number: value) }
        return reading?.value(value.utf8)
    }
}
