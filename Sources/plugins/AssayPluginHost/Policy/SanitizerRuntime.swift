// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// The runtimes of sanitizers, which have to be loaded before everything else of a program.
enum SanitizerRuntime {
    private static let kinds = [
        (name: "address", flag: "-fsanitize=address", library: "asan", symbol: "__asan_init"),
        (name: "thread", flag: "-fsanitize=thread", library: "tsan", symbol: "__tsan_init"),
        (name: "memory", flag: "-fsanitize=memory", library: "msan", symbol: "__msan_init"),
    ]

    /// Checks that a library was not built with a sanitizer whose runtime this program does not have.
    ///
    /// The runtime would end the process in which it comes too late.
    ///
    /// - Throws: An error of stage load.
    static func check(_ file: ELFFile) throws(StageError) {
        let needed = try ELFDynamic(file).neededLibraries()
        for kind in kinds {
            let isNeeded = needed.contains { name in
                name.hasPrefix("lib\(kind.library).so")
                    || name.hasPrefix("libclang_rt.\(kind.library)")
            }
            if isNeeded, !LoadedLibrary.programHas(kind.symbol) {
                throw error(kind.name, kind.flag)
            }
        }
    }

    /// The error for a loader's words about a symbol of a runtime, or `nil` for others.
    static func error(for reason: String) -> StageError? {
        guard
            let kind = kinds.first(where: {
                reason.contains(bytesOf: "undefined symbol: __\($0.library)")
            })
        else { return nil }
        return error(kind.name, kind.flag)
    }

    private static func error(_ name: String, _ flag: String) -> StageError {
        StageError(
            .load, found: "a library that was built with the \(name) sanitizer",
            expected: "one without, because the program does not have the sanitizer's runtime",
            remedy:
                "build the plugin without \(flag); to debug it, use --plugin-debug and name the "
                + "runtime in LD_PRELOAD")
    }
}
