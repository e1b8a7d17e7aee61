// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI
import AssayRegex
import Synchronization

/// Compiles patterns for plugins.
enum PatternCompilation {
    /// A reason why a pattern does not compile, at a byte of its source.
    private struct Defect: Error {
        let message: String
        var offset = 0
        var rc = ASSAY_E_PARAM
    }

    /// Messages that were given out: PCRE2 has some hundred of them.
    private static let messages = Locked<[String: KeptText]>([:])

    private static let options: [(bit: UInt32, option: Pattern.Options)] = [
        (ASSAY_PATTERN_IGNORE_CASE, .ignoreCase), (ASSAY_PATTERN_MULTILINE, .multiline),
        (ASSAY_PATTERN_DOT_ALL, .dotAll), (ASSAY_PATTERN_EXTENDED, .extended),
        (ASSAY_PATTERN_NO_AUTO_CAPTURE, .noAutoCapture),
    ]

    static func compile(
        _ host: UnsafePointer<assay_host>?, _ source: assay_str, _ options: UInt32,
        _ handle: UnsafeMutablePointer<assay_pattern>?,
        _ error: UnsafeMutablePointer<assay_pattern_error>?
    ) -> assay_rc {
        do throws(Defect) {
            guard let handle else { throw Defect(message: "there is no place for the pattern") }
            guard let client = ServiceClient.named(by: host) else {
                throw Defect(message: "the host is not the one that this plugin received")
            }
            let pattern = try pattern(source, options)
            handle.pointee.number = try keep(pattern, for: client)
            return ASSAY_OK
        } catch let defect {
            report(defect, to: error)
            return defect.rc
        }
    }

    private static func pattern(_ source: assay_str, _ bits: UInt32) throws(Defect) -> Pattern {
        guard let bytes = ServiceText.bytes(source) else {
            throw Defect(message: "the pattern is at NULL, or longer than 64 MiB")
        }
        let valid = ServiceText.validPrefix(bytes)
        guard valid == bytes.count else {
            throw Defect(message: "the pattern is not UTF-8", offset: valid)
        }
        var rest = bits & ~ASSAY_PATTERN_WHOLE
        var options: Pattern.Options = []
        for (bit, option) in Self.options where rest & bit != 0 {
            options.insert(option)
            rest &= ~bit
        }
        guard rest == 0 else { throw Defect(message: "an option is unknown") }
        do throws(PatternError) {
            return try Pattern(
                String(decoding: bytes, as: UTF8.self), options: options,
                match: bits & ASSAY_PATTERN_WHOLE != 0 ? .whole : .search)
        } catch {
            throw Defect(message: error.message, offset: error.offset)
        }
    }

    private static func keep(
        _ pattern: Pattern, for client: ServiceClient
    ) throws(Defect) -> UInt64 {
        guard client.addPattern() else {
            throw Defect(
                message: "the plugin holds \(ServiceClient.mostPatterns) patterns",
                rc: ASSAY_E_NOMEM)
        }
        guard let handle = PatternTable.shared.add(pattern, of: client) else {
            client.removePattern()
            throw Defect(message: "the process holds as many patterns as it can", rc: ASSAY_E_NOMEM)
        }
        return handle
    }

    /// Writes as much as the plugin has room for.
    private static func report(
        _ defect: Defect, to error: UnsafeMutablePointer<assay_pattern_error>?
    ) {
        guard let error,
            error.pointee.struct_size >= UInt32.size(of: assay_pattern_error.self)
        else { return }
        error.pointee.offset = UInt64(defect.offset)
        error.pointee.message = messages.withLock { messages in
            let known = messages[defect.message] ?? KeptText(defect.message)
            messages[defect.message] = known
            return known.text
        }
    }
}
