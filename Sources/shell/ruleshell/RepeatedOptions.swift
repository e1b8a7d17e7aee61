// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay

/// Options of one value that a command line gives twice: the parser would take the last value and
/// say nothing.
struct RepeatedOptions {
    /// An option that is given in one of its names.
    private struct Use {
        let name: String
        let value: String?
    }

    private let arguments: ArraySlice<String>

    init(_ arguments: [String]) {
        self.arguments = arguments.prefix { $0 != "--" }
    }

    /// The command that the arguments begin with.
    var command: any ParsableCommand.Type {
        var command: any ParsableCommand.Type = RuleShell.self
        var rest = arguments
        while let name = rest.first,
            let next = command.configuration.subcommands.first(where: {
                $0.configuration.commandName == name
            })
        {
            command = next
            rest = rest.dropFirst()
        }
        return command
    }

    /// The first option that is repeated and may not be.
    var diagnostic: Diagnostic? {
        guard mayRepeat else { return nil }
        let options = (try? JSONValueParser.parse(command._dumpHelp()))?["command"]["arguments"]
        guard case .array(let all)? = options else { return nil }
        let single = all.filter { $0["kind"] == "option" && $0["isRepeating"] != true }
        for option in single {
            let names = Self.names(of: option)
            let uses = self.uses(of: names)
            guard uses.count > 1 else { continue }
            let values = uses.compactMap { $0.value.map { "'\($0)'" } }
            let name = names.first { $0.hasPrefix("--") } ?? names.first ?? ""
            return Diagnostic(
                "usage", "\(name) is given \(uses.count) times: \(values.joined(separator: ", "))",
                help: name == "--format"
                    ? "write each report with its format: -o sarif:report.sarif -o junit:report.xml"
                    : "give it once")
        }
        return nil
    }

    /// `true` if two arguments may be one option, because they begin with the same letter.
    ///
    /// Every short name begins its long name.
    private var mayRepeat: Bool {
        let initials = arguments.compactMap { argument -> Character? in
            guard argument.hasPrefix("-") else { return nil }
            return argument.first { $0 != "-" }
        }
        return Set(initials).count < initials.count
    }

    /// The names of an option as the parser describes it, with their dashes.
    static func names(of option: Value) -> [String] {
        guard case .array(let names) = option["names"] else { return [] }
        return names.compactMap { name in
            guard case .string(let text) = name["name"] else { return nil }
            return (name["kind"] == "long" ? "--" : "-") + text
        }
    }

    private func uses(of names: [String]) -> [Use] {
        arguments.indices.compactMap { index in
            let argument = arguments[index]
            for name in names {
                if argument == name {
                    let next = arguments.index(after: index)
                    return Use(name: name, value: next < arguments.endIndex ? arguments[next] : nil)
                }
                let isLong = name.hasPrefix("--")
                if argument.hasPrefix(isLong ? name + "=" : name),
                    isLong || !argument.hasPrefix("--")
                {
                    let value = argument.dropFirst(name.count).drop { $0 == "=" }
                    return Use(name: name, value: String(value))
                }
            }
            return nil
        }
    }
}
