// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Synchronization

/// The option for the colors of a command's output.
struct ColorOptions: ParsableArguments {
    @Option(help: "Color the output; auto: on terminals, unless NO_COLOR is set.")
    var color = ColorChoice.auto
}

/// The choice of when output has colors.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
    case auto
    case always
    case never

    private static let chosen = Mutex(ColorChoice.auto)

    /// The choice of the command line.
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
