// SPDX-License-Identifier: Apache-2.0
package import AssayCore

/// The rules about the records of a data set, in the order of the catalogue.
///
/// Their ids are a list of their own: `sorted` is the id of a rule about arrays too.
package enum RecordsRules {
    package static let definitions: [RecordsRuleDefinition] = [
        unique, references, count, sum, average, sorted, fresh,
    ]

    private static let dates: KeyValuePairs = ["day": "date"]

    private static let fields = RuleParameter(
        "fields", .fields, isRequired: true, "The fields whose values form the key")
    private static let field = RuleParameter("field", .field, isRequired: true, "The field")

    private static let unique = RecordsRuleDefinition(
        "unique", "No two records with the same key",
        parameters: [
            fields,
            .choice(
                "missing", default: MissingKeys.skip,
                "How to treat a key with a missing part: skip it, take it as equal to another such key, or report it"
            ),
        ],
        codes: [
            RuleCode("unique.repeated", RecordsPhrases.repeated),
            RuleCode("unique.missing", "must be present, because it is part of a key"),
        ],
        takesTolerance: true,
        examples: [
            RecordsExample("unique(id)", [#"{"id": 1}"#, #"{"id": 2}"#, #"{}"#, #"{}"#]),
            RecordsExample(
                "unique(id)", [#"{"id": 1}"#, #"{"id": 1.0}"#], code: "unique.repeated"),
            RecordsExample("unique(id, missing=equal)", ["{}", "{}"], code: "unique.repeated"),
            RecordsExample("unique(id, missing=fail)", ["{}"], code: "unique.missing"),
            RecordsExample(
                "unique(country, taxId)",
                [#"{"country": "DE", "taxId": "7"}"#, #"{"country": "FR", "taxId": "7"}"#]),
            RecordsExample(
                "unique(items[*].sku)", [#"{"items": [{"sku": "a"}, {"sku": "a"}]}"#],
                code: "unique.repeated"),
        ]
    ) { arguments throws(RuleError) in .unique(missing: try arguments.choice("missing")) }

    private static let references = RecordsRuleDefinition(
        "references", "Every key occurs in a source",
        parameters: [
            fields,
            RuleParameter(
                RecordsRuleDefinition.source, .string, isRequired: true, "The name of the source"),
            .choice(
                "match", default: KeyMatch.simple,
                "With full, a key with only some of its parts is a violation; with simple, it is skipped"
            ),
        ],
        codes: [
            RuleCode("references.missing", RecordsPhrases.missing),
            RuleCode("references.partial", "must have all of {fields} or none"),
        ],
        takesTolerance: true, examples: []
    ) { arguments throws(RuleError) in
        .references(
            source: try arguments.string(required: RecordsRuleDefinition.source),
            match: try arguments.choice("match"))
    }

    private static let count = RecordsRuleDefinition(
        "count", "The number of records is in a range",
        parameters: [
            RuleParameter("min", .integer, limits: 0...Int64.max, "The minimum number of records"),
            RuleParameter("max", .integer, limits: 0...Int64.max, "The maximum number of records"),
        ],
        codes: [
            RuleCode("count.tooFew", "must have at least {min} {min:record|records}, not {count}"),
            RuleCode("count.tooMany", "must have at most {max} {max:record|records}, not {count}"),
        ],
        examples: [
            RecordsExample("count(1...2)", ["{}"]),
            RecordsExample("count(2...)", ["{}"], code: "count.tooFew"),
            RecordsExample("count(max=1)", ["{}", "{}"], code: "count.tooMany"),
        ]
    ) { arguments throws(RuleError) in
        let (lower, upper) = (arguments.int("min"), arguments.int("max"))
        try checkBounds(arguments, lower, upper)
        return .count(lower: lower, upper: upper)
    }

    private static let sum = amount("sum", "The sum of a field is in a range", also: []) {
        .sum(lower: $0, upper: $1)
    }

    private static let average = amount(
        "average", "The average of a field is in a range",
        also: [RuleCode("average.none", "must have at least one value")]
    ) { .average(lower: $0, upper: $1) }

    private static func amount(
        _ id: String, _ summary: String, also codes: [RuleCode],
        check: @escaping @Sendable (ExactNumber?, ExactNumber?) -> RecordsCheck
    ) -> RecordsRuleDefinition {
        RecordsRuleDefinition(
            id, summary,
            parameters: [
                field, RuleParameter("min", .number, "The minimum"),
                RuleParameter("max", .number, "The maximum"),
            ],
            codes: [
                RuleCode(
                    "\(id).tooSmall",
                    "must have \(id == "sum" ? "a" : "an") \(id) of at least {min}, not {\(id)}"),
                RuleCode(
                    "\(id).tooLarge",
                    "must have \(id == "sum" ? "a" : "an") \(id) of at most {max}, not {\(id)}"),
            ] + codes,
            values: .numbers,
            examples: [
                RecordsExample(
                    "\(id)(total, 0...10)", [#"{"total": 2.5}"#, "{}", #"{"total": 7.5}"#]),
                RecordsExample("\(id)(total, 3...)", [#"{"total": 2}"#], code: "\(id).tooSmall"),
                RecordsExample("\(id)(total, max=3)", [#"{"total": 4}"#], code: "\(id).tooLarge"),
            ]
                + (codes.isEmpty
                    ? [] : [RecordsExample("\(id)(total, 0...)", ["{}"], code: "\(id).none")])
        ) { arguments throws(RuleError) in
            let (lower, upper) = (arguments.number("min"), arguments.number("max"))
            try checkBounds(arguments, lower, upper)
            return check(lower, upper)
        }
    }

    /// Throws an error for a range without bounds, which would check nothing, and for one that has no value.
    private static func checkBounds<Bound: Comparable>(
        _ arguments: Arguments, _ lower: Bound?, _ upper: Bound?
    ) throws(RuleError) {
        guard lower != nil || upper != nil else {
            throw arguments.invalid(
                "min", "or 'max' must be given", help: "write a range such as 1...")
        }
        if let lower, let upper, lower > upper {
            throw arguments.invalid(
                "min", "must not be greater than 'max'", help: "swap the bounds")
        }
    }

    /// The direction; its spelling is that of the rule about arrays.
    private enum Order: String, RuleChoice {
        case ascending, descending
    }

    private static let sorted = RecordsRuleDefinition(
        "sorted", "The values of a field are in order, from record to record",
        parameters: [field, .choice("order", default: Order.ascending, "The direction")],
        codes: [RuleCode("sorted.order", "must be sorted in {order} order")],
        values: .ordered,
        examples: [
            RecordsExample(
                "sorted(day)", [#"{"day": "2024-02-28"}"#, #"{"day": "2024-02-29"}"#], fields: dates
            ),
            RecordsExample(
                "sorted(total)", [#"{"total": 1}"#, #"{"total": 1}"#, "{}", #"{"total": 10}"#]),
            RecordsExample(
                "sorted(total, descending)", [#"{"total": 1}"#, #"{"total": 2}"#],
                code: "sorted.order"),
        ]
    ) { arguments throws(RuleError) in
        let order: Order = try arguments.choice("order")
        return .sorted(descending: order == .descending)
    }

    private static let fresh = RecordsRuleDefinition(
        "fresh", "The latest date of a field is recent enough",
        parameters: [
            field,
            RuleParameter(
                "within", .string, isRequired: true,
                "The maximum age of the latest date, such as PT24H or P7D"),
        ],
        codes: [
            RuleCode(
                "fresh.stale", "must have a date within the last {within}; the latest is {latest}"),
            RuleCode("fresh.none", "must have at least one value"),
        ],
        values: .moments,
        examples: [
            RecordsExample(
                "fresh(day, within=\"P1D\")", [#"{"day": "9999-12-31"}"#], fields: dates),
            RecordsExample(
                "fresh(day, within=\"P1D\")", [#"{"day": "1969-07-20"}"#], fields: dates,
                code: "fresh.stale"),
            RecordsExample("fresh(day, within=\"P1D\")", ["{}"], fields: dates, code: "fresh.none"),
        ]
    ) { arguments throws(RuleError) in
        let text = try arguments.string(required: "within")
        guard let duration = CalendarDuration(reading: text)?.fixed, duration > .zero else {
            throw arguments.invalid(
                "within", "must be a duration of weeks, days, hours, minutes and seconds",
                help: "write one such as PT24H or P7D; months and years have no fixed length")
        }
        return .fresh(within: duration)
    }
}
