// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Synchronization

/// Whether a command's output has colours.
struct ColorOptions: ParsableArguments {
    @Option(help: "Color the output; auto: on terminals, unless NO_COLOR is set.")
    var color = ColorChoice.auto
}

/// When output has colours.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
    case auto
    case always
    case never

    private static let chosen = Mutex(ColorChoice.auto)

    /// What the command line asks for.
    static var current: ColorChoice { chosen.withLock { $0 } }

    /// Takes the choice from a command line before it is parsed, so that errors of the parser have
    /// it too.
    static func take(from arguments: [String]) {
        let options = arguments.prefix { $0 != "--" }
        for (index, argument) in options.enumerated() {
            let value: String?
            if argument == "--color" {
                value = index + 1 < options.count ? options[index + 1] : nil
            } else {
                value = argument.hasPrefix("--color=") ? String(argument.dropFirst(8)) : nil
            }
            guard let choice = value.flatMap({ ColorChoice(rawValue: $0) }) else { continue }
            chosen.withLock { $0 = choice }
        }
    }
}
