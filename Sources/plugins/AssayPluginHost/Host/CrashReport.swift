// SPDX-License-Identifier: Apache-2.0
internal import CPluginHost

/// Names the rule of a plugin that crashes, in a line on standard error before the process ends.
package struct CrashReport: PluginCallWatch {
    package init() {}

    /// Reports crashes from now on, in the whole process; to be called once.
    ///
    /// - Parameters:
    ///   - program: How the line begins.
    ///   - help: What is written after the line.
    package static func arm(program: StaticString, help: StaticString = "") {
        program.withUTF8Buffer { program in
            help.withUTF8Buffer { help in
                assay_crash_report_arm(Self.text(program), Self.text(help))
            }
        }
    }

    /// Static strings end with a zero and live as long as the process.
    private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafePointer<CChar>? {
        UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
    }

    package func enter(rule: UnsafePointer<CChar>) { assay_crash_report_enter(rule) }

    package func leave() { assay_crash_report_leave() }
}
