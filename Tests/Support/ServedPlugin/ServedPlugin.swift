// SPDX-License-Identifier: Apache-2.0
//
// The plugin `served`: what a rule in Swift sees of the services; see ServiceExpectations.swift.

public import AssayPluginABI
import AssayPluginKit

private let plugin = Plugin(id: "served", version: "1.0.0", rules: [Report.self, Trap.self])

@c @implementation
public func assay_plugin_entry_v1(
    _ host: UnsafePointer<assay_host>?
) -> UnsafePointer<assay_plugin>? {
    plugin.table(for: host)
}

struct Report: Rule {
    enum Code: String, RuleCodes {
        case `is` = "group={group} day={day} folded={folded} length={length}"
        case cents = "must have whole cents"

        var arguments: [String] { self == .is ? ["group", "day", "folded", "length"] : [] }
    }

    static let definition = RuleDefinition(
        "report", "What a rule sees of the services",
        parameters: [RuleParameter("pattern", .pattern, isRequired: true, "with a group")],
        kinds: [.numbers, .string], codes: Code.self, examples: [])

    private let pattern: Pattern
    private let seen: Counter

    init(_ arguments: Arguments) throws(RuleError) {
        do throws(ServiceError) {
            pattern = try Pattern(arguments.string("pattern") ?? "")
            seen = try Counter("seen")
        } catch {
            throw RuleError(error.description)
        }
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        seen.add()
        guard value.isString else {
            return .pass(if: Services.isMultiple(value, of: "0.01") ?? false, else: Code.cents)
        }
        let text = value.utf8
        let found = pattern.search(text, groups: 2, context)
        if case .undecided(let reason) = found.match { return context.undecided(reason) }
        var group = "-"
        if found.groups.count == 2, let place = found.groups[1] {
            group = String(copying: UTF8Span(unchecked: text.extracting(place)))
        }
        let folded = Services.normalized(String(copying: value.string), [.nfc, .folded])
        return context.fail(
            Code.is,
            [
                .string(group), .integer(Int64(Services.parse(text, as: .day)?.day ?? 0)),
                .string(folded ?? ""),
                .integer(Int64(Services.length(text, in: .characters) ?? 0)),
            ])
    }
}

/// Ends the process for one integer, as a defect of a rule would.
struct Trap: Rule {
    static let definition = RuleDefinition(
        "trap", "Looks an integer up in a list that is too short", kinds: .integers,
        codes: Code.self, examples: [])

    enum Code: String, RuleCodes {
        case odd = "must be even"
    }

    private let isEven = [true, false]

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let integer = value.integer ?? 0
        return .pass(if: isEven[integer == 1_000_003 ? 2 : Int(integer & 1)], else: Code.odd)
    }
}
