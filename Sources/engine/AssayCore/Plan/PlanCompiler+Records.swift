// SPDX-License-Identifier: Apache-2.0

// The rules about the records of a data set, and the sources that their keys refer to.
extension PlanCompiler {
    /// A rule about records whose expression is resolved, before it is known which fields are sensitive.
    struct BoundRecordsRule {
        let index: Int
        let rule: RecordsRule
        let definition: RecordsRuleDefinition
        let bound: BoundRule
        let check: RecordsCheck
        let space: Int
        let columns: [Int]
        let conditions: [CompiledCondition]
        /// The place of the rule that refers to the key, if the rule gives the keys of a source that is the data set.
        var referrer: Int?

        /// The columns whose texts are read in every record.
        var readColumns: [Int] {
            columns
                + conditions.flatMap { condition in
                    [condition.column] + condition.rules.flatMap(\.dependencyColumns)
                }
        }
    }

    /// Resolves the rules about records.
    mutating func bindRecords(of ruleSet: RuleSet) -> [BoundRecordsRule] {
        checkSources(of: ruleSet)
        guard !ruleSet.records.isEmpty else { return [] }
        if ruleSet.records.count > RuleSetLimits.recordsRules {
            issues.append(
                RuleSetIssue(
                    code: "ruleSet.tooManyRules",
                    message:
                        "\(ruleSet.records.count) rules under 'records'; at most \(RuleSetLimits.recordsRules)",
                    help: "split the rule set",
                    location: ruleSet.records[RuleSetLimits.recordsRules].entry.location))
            return []
        }
        let definitions = rules.recordsRules()
        var book = Rulebook()
        do throws(RegistryError) {
            try book.add(definitions.map(\.rule.named), from: .swift)
        } catch {
            preconditionFailure("a rule about records is defined twice: \(error)")
        }
        let known = KnownRecordsRules(
            definitions: definitions, book: book, sources: ruleSet.sources, isPart: ruleSet.isPart)
        var bound: [BoundRecordsRule] = []
        for (index, rule) in ruleSet.records.enumerated() where !isOverLimit {
            guard let one = bind(rule, at: index, known) else { continue }
            bound.append(one)
            if case .references(let name, _) = one.check,
                let source = ruleSet.sources.first(where: { $0.name.hasSameBytes(as: name) }),
                source.isSelf,
                source.hasUsableKey, var key = bind(.key(of: source), at: index, known)
            {
                key.referrer = index
                bound.append(key)
            }
        }
        return bound
    }

    /// The rules and the sources that an entry of `records` can name.
    private struct KnownRecordsRules {
        let definitions: [RecordsRuleDefinition]
        let book: Rulebook
        let sources: [DataSource]
        /// `true` if further sources are elsewhere: in another file, or in a part that could not be read.
        let isPart: Bool
    }

    /// The field that issues about `records` name.
    private static func records(_ entry: RuleEntry) -> Field {
        Field(
            FieldPath(key: "records"),
            Validator(rules: [], policy: .all, isSensitive: false, location: entry.location))
    }

    private mutating func bind(
        _ rule: RecordsRule, at index: Int, _ known: KnownRecordsRules
    ) -> BoundRecordsRule? {
        let entry = rule.entry
        let place = Place(
            source: entry.source, extent: entry.expression.extent, fallback: entry.location)
        let field = Self.records(entry)
        let resolved = attempt(at: place, of: field) { compiler throws(RuleError) in
            try compiler.resolve(rule, known)
        }
        labels.noteNames(of: resolved?.bound, entry.conditions)
        for issue in entry.message?.issues(ofField: "records", at: place.location(of: nil)) ?? [] {
            issues.append(issue)
        }
        let paths = resolved?.bound.dependencies ?? []
        // A key has the rows of the part that is in the elements of an array, if there is one.
        let ownColumns = paths.map { table.column(for: $0) }
        let space = ownColumns.map { table.spaceOfColumn[$0] }.max() ?? 0
        let columns = attempt(at: place, of: field) { compiler throws(RuleError) in
            try paths.map { path throws(RuleError) in try compiler.keyColumn(for: path, in: space) }
        }
        checkColumns(at: place.location(of: nil), of: field)
        let conditions = entry.conditions.compactMap { condition in
            isOverLimit ? nil : compile(condition, in: space, at: place, of: field)
        }
        guard let resolved, let columns, conditions.count == entry.conditions.count else {
            return nil
        }
        return BoundRecordsRule(
            index: index, rule: rule, definition: resolved.definition, bound: resolved.bound,
            check: resolved.check, space: space, columns: columns, conditions: conditions)
    }

    private typealias ResolvedRule = (
        definition: RecordsRuleDefinition, bound: BoundRule, check: RecordsCheck
    )

    private func resolve(_ rule: RecordsRule, _ known: KnownRecordsRules) throws(RuleError)
        -> ResolvedRule
    {
        let expression = rule.entry.expression
        guard let definition = known.definitions.first(where: { $0.id == expression.id }) else {
            throw unknownRule(expression, known)
        }
        if rule.entry.tolerance != nil, !definition.takesTolerance {
            let takers = known.definitions.filter(\.takesTolerance).map(\.id).sorted()
            throw RuleError(
                "ruleSet.tolerance", "'\(definition.id)' takes no tolerance",
                help:
                    "remove 'tolerance', which only the rules of fields, \(takers.joined(separator: " and ")) have",
                extent: expression.extent)
        }
        let bound = try known.book.bind(definition.prepared(expression), budget: budget)
        let check: RecordsCheck
        do throws(RuleError) {
            check = try definition.check(bound.arguments)
            try checkParts(of: bound)
            if case .references(let source, _) = check { try checkSource(source, of: bound, known) }
            try checkReadings(of: bound, definition)
        } catch {
            throw error.located(at: expression.extent)
        }
        return (definition, bound, check)
    }

    private func unknownRule(_ expression: RuleExpression, _ known: KnownRecordsRules) -> RuleError
    {
        let ids = known.definitions.map(\.id).sorted()
        if rules.definition(for: expression.id) != nil {
            return RuleError(
                "records.fieldRule", "'\(expression.id)' is a rule about one value",
                help:
                    "write it under 'fields'; the rules about records are \(ids.joined(separator: ", "))",
                extent: expression.extent)
        }
        return RuleError(
            "rule.unknown", "there is no rule '\(abbreviated(expression.id))' about records",
            help: nearestName(to: expression.id, in: ids).map { "did you mean '\($0)'?" }
                ?? "the rules about records are \(ids.joined(separator: ", "))",
            extent: expression.extent)
    }

    private func checkParts(of rule: BoundRule) throws(RuleError) {
        let paths = rule.arguments.all.flatMap { argument -> [FieldPath] in
            if case .fields(let fields) = argument { fields.map(\.path) } else { [] }
        }
        guard paths.count <= RuleSetLimits.keyParts else {
            throw RuleError(
                "records.parts",
                "the key has \(paths.count) parts; at most \(RuleSetLimits.keyParts)",
                help: "name fewer fields")
        }
        if let twice = paths.indices.first(where: { paths[..<$0].contains(paths[$0]) }) {
            throw RuleError(
                "records.parts", "the key names '\(paths[twice])' twice",
                help: "name each field once")
        }
        if let nested = paths.first(where: { $0.segments.count(where: { $0 == .allElements }) > 1 })
        {
            throw RuleError(
                "field.elements", "'\(nested)' has more than one [*]",
                help: "name a field with one [*] at most")
        }
    }

    /// Throws an error unless a source exists and its key has as many parts as the rule.
    private func checkSource(
        _ name: String, of rule: BoundRule, _ known: KnownRecordsRules
    ) throws(RuleError) {
        let names = known.sources.map(\.name)
        guard let source = known.sources.first(where: { $0.name.hasSameBytes(as: name) }) else {
            if known.isPart { return }
            throw RuleError(
                "source.unknown", "there is no source '\(abbreviated(name))'",
                help: nearestName(to: name, in: names).map { "did you mean '\($0)'?" }
                    ?? "write it under 'sources:', such as '\(abbreviated(name)): { file: \(abbreviated(name)).csv, "
                    + "key: [id] }'")
        }
        let (own, others) = (rule.dependencies.count, source.key.count)
        guard own == others || others == 0 else {
            throw RuleError(
                "source.key",
                "\(own) \(own == 1 ? "field refers" : "fields refer") to '\(name)', whose key has \(others)",
                help: "name as many fields as the key of the source has, in its order")
        }
    }

    /// Throws an error if no rule reads the values of the field as the rule needs them.
    private func checkReadings(
        of rule: BoundRule, _ definition: RecordsRuleDefinition
    ) throws(RuleError) {
        guard let path = rule.dependencies.first, let need = definition.values.need else { return }
        guard let reading = readings.reading(of: path) else {
            guard definition.values == .moments else { return }
            throw RuleError(
                "records.reading", "\(rule.expression) needs \(need), and no rule reads '\(path)'",
                help: "add a rule that reads it to 'fields', such as '\(path): dateTime'")
        }
        guard definition.values.quantities.isDisjoint(with: reading.quantities) else { return }
        throw RuleError(
            "records.reading",
            "\(rule.expression) needs \(need), and '\(path)' is read as \(reading.phrase)",
            help: "name a field that is read so, or change the rule that reads it")
    }

    private mutating func keyColumn(for path: FieldPath, in space: Int) throws(RuleError) -> Int {
        guard let column = table.column(for: path, in: space) else {
            throw RuleError(
                "field.elements", "the key has parts from two arrays: '\(path)' is in another one",
                help: "name fields of one array, and fields without [*]")
        }
        return column
    }

    // MARK: - Sources

    private mutating func checkSources(of ruleSet: RuleSet) {
        if ruleSet.sources.count > RuleSetLimits.sources {
            issues.append(
                RuleSetIssue(
                    code: "source.tooMany",
                    message: "\(ruleSet.sources.count) sources; at most \(RuleSetLimits.sources)",
                    help: "split the rule set",
                    location: ruleSet.sources[RuleSetLimits.sources].location))
            return
        }
        var known: Set<String> = []
        for source in ruleSet.sources {
            let report = { (code: String, message: String, help: String) in
                RuleSetIssue(
                    code: code, message: message, help: help, field: source.name,
                    location: source.location)
            }
            if !known.insert(source.name).inserted {
                issues.append(
                    report(
                        "source.duplicate", "two sources have this name",
                        "give each source a name of its own"))
            }
            if source.key.isEmpty {
                issues.append(
                    report(
                        "source.key", "the source has no key",
                        "name its fields, such as 'key: [id]'"))
            }
            if source.key.count > RuleSetLimits.keyParts {
                issues.append(
                    report(
                        "source.key",
                        "the key has \(source.key.count) parts; at most \(RuleSetLimits.keyParts)",
                        "name fewer fields"))
            }
            if let path = source.key.first(where: \.hasElements) {
                issues.append(
                    report(
                        "source.key", "the key names '\(path)', which has many values",
                        "name fields without [*]"))
            }
            if source.isSelf, source.file != nil {
                issues.append(
                    report(
                        "source.self", "the source is the data set itself and has a file",
                        "remove 'self' or 'file'"))
            }
            if source.file != nil, source.folder == nil {
                issues.append(
                    report(
                        "source.file", "only a rule set that is read from a file can name files",
                        "remove 'file', and pass the source with '--source \(source.name)=FILE'"))
            }
        }
    }

    // MARK: - Compilation

    /// Returns the rules, once it is known which fields are sensitive.
    mutating func compile(_ rules: [BoundRecordsRule]) -> [CompiledRecordsRule] {
        rules.map { rule in
            let paths = rule.bound.dependencies
            let entry = rule.rule.entry
            var isSensitive = false
            for path in paths where sensitivePaths.overlap(path) { isSensitive = true }
            let partReadings = paths.map { readings.reading(of: $0) }
            return CompiledRecordsRule(
                index: rule.index, definition: rule.definition, check: rule.check, paths: paths,
                expression: "\(rule.rule.entry.expression)", severity: entry.severity,
                message: entry.message,
                onFault: entry.onFault, tolerance: entry.tolerance, onlyValid: rule.rule.onlyValid,
                location: entry.location, isSensitive: isSensitive, isOfElements: rule.space > 0,
                parameters: rule.bound.arguments.described,
                labels: FindingLabels(
                    own: paths.count == 1 ? labels.labels[paths[0]] : nil,
                    namedBy: rule.bound.arguments,
                    in: labels.labels),
                space: rule.space, columns: rule.columns, containers: containers(of: paths),
                readings: partReadings.map { rule.definition.values.usable($0) },
                conditions: rule.conditions,
                givenConditions: entry.conditions,
                reportsUnread: partReadings.allSatisfy {
                    $0?.isConditional == false && $0?.keepsText == false
                })
        }
    }

    /// The objects and arrays that paths lead through, each with the kind that it must have.
    private mutating func containers(of paths: [FieldPath]) -> [CompiledRecordsRule.Container] {
        var known: Set<Int> = []
        return paths.flatMap { path in
            zip(table.columns(of: path), path.segments.dropFirst()).compactMap { column, segment in
                known.insert(column).inserted
                    ? CompiledRecordsRule.Container(
                        column: column, kind: ContainerKind(before: segment)) : nil
            }
        }
    }
}

extension DataSource {
    /// `true` unless the key is an issue of its own.
    fileprivate var hasUsableKey: Bool { !key.isEmpty && !key.contains(where: \.hasElements) }
}

extension RecordsRule {
    /// The rule whose entries are the keys of a source.
    fileprivate static func key(of source: DataSource) -> RecordsRule {
        var entry = RuleEntry(
            RuleExpression(
                "unique", source.key.map { RuleArgument(.value(.string($0.description))) }))
        entry.location = source.location
        return RecordsRule(entry)
    }
}

extension RuleSet {
    /// The source that a rule refers to, or `nil` for other rules.
    func source(of rule: CompiledRecordsRule) -> DataSource? {
        guard case .references(let name, _) = rule.check else { return nil }
        return sources.first { $0.name.hasSameBytes(as: name) }
    }

    /// Returns the rule set whose plan reads the keys of a source as the fields that refer to it are read.
    ///
    /// Only what reads texts is taken over; a rule that reads them in some records only cannot be.
    func reading(_ source: DataSource, for rule: CompiledRecordsRule, rules: Rulebook) -> RuleSet {
        let fields = zip(source.key, rule.paths).map { path, referring in
            let validator = self.fields.first { $0.path == referring }?.validator
            let reading = (validator?.rules ?? []).filter { entry in
                entry.conditions.isEmpty
                    && (try? rules.bind(entry.expression, suggests: false))?.reading != nil
            }
            return Field(
                path,
                Validator(
                    rules: reading, isSensitive: rule.isSensitive, missing: validator?.missing ?? []
                ))
        }
        var ruleSet = RuleSet(fields)
        ruleSet.records = [.key(of: source)]
        return ruleSet
    }
}

extension RecordsRuleDefinition {
    /// The name of the parameter that names a source.
    package static let source = "source"

    /// Returns the expression in the form that resolving one takes: the last of several positional arguments is the
    /// source, which can be a word.
    func prepared(_ expression: RuleExpression) -> RuleExpression {
        guard rule.parameters.contains(where: { $0.name == Self.source }) else { return expression }
        var expression = expression
        let positional = expression.arguments.indices.filter {
            expression.arguments[$0].name == nil
        }
        let isNamed = expression.arguments.contains { $0.name == Self.source }
        if !isNamed, positional.count > 1, let last = positional.last {
            expression.arguments[last].name = Self.source
        }
        for index in expression.arguments.indices
        where expression.arguments[index].name == Self.source {
            if case .word(let name) = expression.arguments[index].value {
                expression.arguments[index].value = .value(.string(name))
            }
        }
        return expression
    }
}

extension RecordsValues {
    /// The values in words, or `nil` if any will do.
    var need: String? {
        switch self {
        case .any: nil
        case .numbers: "numbers"
        case .ordered: "values with an order"
        case .moments: "dates"
        }
    }

    /// The meanings of a text with which the rule can work.
    fileprivate var quantities: Set<TextReading.Quantity> {
        switch self {
        case .any:
            [.number, .boolean, .date, .moment, .time, .decimal, .amount, .version, .address]
        case .numbers: [.number, .decimal]
        case .ordered: [.number, .date, .moment, .time, .decimal, .version, .address]
        case .moments: [.date, .moment]
        }
    }

    /// Returns the reading of a part whose texts the rule compares by what they stand for, or `nil` if it compares the
    /// texts as they are, or cannot use them.
    func usable(_ reading: TextReading?) -> TextReading? {
        guard let reading, !reading.replaces, !reading.quantities.contains(.amount),
            self != .any || !reading.quantities.contains(.version)
        else { return nil }
        return reading
    }

    /// Returns what a value stands for if the rule can use it, or `nil` if it cannot.
    ///
    /// A key is compared as the value that it is, unless it was read as one that has several spellings.
    @inline(__always)
    func ordered(_ value: FieldValue, _ readings: [TextReading?], part: Int) -> OrderedValue? {
        guard value.isString else {
            return self == .any || self == .moments ? nil : OrderedValue(number: value)
        }
        // Most keys have no such reading, which costs a look here.
        guard readings[part] != nil else { return nil }
        return ordered(value, readings[part])
    }

    @inline(never)
    private func ordered(_ text: FieldValue, _ reading: TextReading?) -> OrderedValue? {
        guard let ordered = reading?.value(text.utf8) else { return nil }
        return switch (self, ordered) {
        case (.any, _), (.ordered, _), (.numbers, .number): ordered
        case (.moments, .day), (.moments, .moment): ordered
        case (.numbers, _), (.moments, _): nil
        }
    }
}
