// SPDX-License-Identifier: Apache-2.0
import Assay
public import Configuration
package import Logging

extension ServerSettings {
    /// The reason a setting is invalid.
    public struct Invalid: Error, CustomStringConvertible {
        /// The message, which says what was found and what was expected.
        public let description: String
    }

    /// The keys of all settings, as flags write them.
    public static let keys: [(key: String, summary: String)] = [
        ("host", "the address that the server listens on (127.0.0.1)"),
        ("port", "the port; 0 chooses a free one (8080)"),
        ("rule-sets", "the folder of rule sets (.)"),
        (
            "plugins",
            "plugins and folders of plugins, separated by commas (in the file, also a list)"
        ),
        ("token", "the token that PUT /v1/rule-sets/NAME requires; without one, it is disabled"),
        ("tls-certificate", "the certificate chain in PEM"),
        ("tls-key", "the private key in PEM"),
        ("limit-body", "the most bytes of a record, and of a body that is read whole (1048576)"),
        ("limit-depth", "the deepest nesting of a record (64)"),
        ("limit-connections", "the most connections; further ones wait (10000)"),
        (
            "limit-requests",
            "the most requests at a time; further ones are answered with 503 (1000)"
        ),
        ("limit-streams", "the most bodies of several records at a time, each with a thread (64)"),
        (
            "stream-rate",
            "bytes a second below which a stream gives its place to another; 0 never (1000)"
        ),
        ("timeout-idle", "seconds until an idle connection is closed (60)"),
        ("timeout-body", "seconds for a request that is not a stream (30)"),
        ("timeout-rules", "seconds for the asynchronous rules of a record (5)"),
        (
            "timeout-plugins",
            "seconds for a call of a plugin, after which the server ends with status 2; 0 never (0)"
        ),
        ("timeout-drain", "seconds to go on serving, no longer ready, before shutting down (0)"),
        ("timeout-shutdown", "seconds for running requests to finish at shutdown (30)"),
        (
            "shadow-rule-sets",
            "a folder of second versions of rule sets, which run next to the first"
        ),
        ("shadow-share", "the share of requests that second versions also get (1.0)"),
        ("decisions-file", "a log with a line for each request"),
        ("decisions-bytes", "the most bytes of the log, which is then renamed (67108864)"),
        ("decisions-kept", "the number of renamed logs to keep (5)"),
        ("decisions-values", "log values of fields that are not sensitive (false)"),
        ("playground", "the page at /: on, off, or the address HOST:PORT for it instead (on)"),
        ("metrics", "/metrics: on, off, or the address HOST:PORT for it instead (on)"),
        ("measure-rules", "measure the time of each rule (false)"),
        ("config", "a JSON file of these settings"),
        ("log-level", "trace, debug, info, notice, warning, error or critical (info)"),
    ]

    /// Reads the settings from flags, the environment and a file, in this order.
    ///
    /// `--limit-body 1000`, `ASSAY_LIMIT_BODY=1000` and `{"limit-body": 1000}` in the file that `--config`
    /// names are the same.
    ///
    /// - Parameter config: The reader of the settings.
    /// - Throws: `Invalid` for a value that a setting does not accept.
    public init(_ config: ConfigReader) throws(Invalid) {
        self.init()
        let reader = SettingReader(config: config)
        host = try reader.text("host") ?? host
        port = try reader.integer("port", in: 0...65_535) ?? port
        ruleSets = try reader.text("rule-sets") ?? ruleSets
        plugins = try reader.list("plugins") ?? []
        token = try reader.text("token")
        tls = try reader.files()
        limits.maximumBytes =
            try reader.integer("limit-body", in: 1...(1 << 30)) ?? limits.maximumBytes
        limits.maximumDepth = try reader.integer("limit-depth", in: 1...1000) ?? 64
        bounds = try reader.bounds()
        shadow = try reader.shadow()
        decisions = try reader.decisions()
        playground = try reader.placement("playground") ?? playground
        metrics = try reader.placement("metrics") ?? metrics
        measuresRules = try reader.flag("measure-rules") ?? false
    }

    /// The least level of lines that are logged.
    ///
    /// - Parameter config: The reader of the settings.
    /// - Returns: The level, or `nil` if it is not set.
    /// - Throws: `Invalid` for a value that is not a level.
    package static func logLevel(_ config: ConfigReader) throws(Invalid) -> Logger.Level? {
        try SettingReader(config: config).logLevel()
    }

    /// The file of settings that flags or the environment name.
    ///
    /// - Parameter config: The reader of the settings.
    /// - Returns: The path, or `nil` if it is not set.
    /// - Throws: `Invalid` for a value that is not a text.
    package static func file(in config: ConfigReader) throws(Invalid) -> String? {
        try SettingReader(config: config).text("config")
    }
}

/// Reads settings, and says what is wrong with one.
private struct SettingReader {
    let config: ConfigReader

    /// A setting as it is written: a text in flags and variables, a text or another value in a file.
    private struct Written {
        let text: String
        let isText: Bool
    }

    private func written(_ name: String) -> Written? {
        let key = ConfigKey([name])
        if let text = config.string(forKey: key) {
            return text.isEmpty ? nil : Written(text: text, isText: true)
        }
        return other(key).map { Written(text: $0, isText: false) }
    }

    private func other(_ key: ConfigKey) -> String? {
        if let number = config.int(forKey: key) { return "\(number)" }
        if let number = config.double(forKey: key) { return "\(number)" }
        if let flag = config.bool(forKey: key) { return "\(flag)" }
        if let texts = config.stringArray(forKey: key) {
            return Value.array(texts.map { .string($0) }).json
        }
        return config.bytes(forKey: key).map { String(decoding: $0, as: UTF8.self) }
    }

    func text(_ key: String) throws(ServerSettings.Invalid) -> String? {
        guard let written = written(key) else { return nil }
        guard written.isText else { throw invalid(key, written, "a text") }
        return try path(written.text, key, written)
    }

    /// A text that may be a path, which would end at a zero for the system.
    private func path(
        _ text: String, _ key: String, _ written: Written
    ) throws(ServerSettings.Invalid) -> String {
        guard !text.utf8.contains(0) else {
            throw invalid(key, written, "a text without the character U+0000")
        }
        return text
    }

    /// The texts between commas, or the elements of a list.
    func list(_ key: String) throws(ServerSettings.Invalid) -> [String]? {
        guard let written = written(key) else { return nil }
        if written.isText {
            return try path(written.text, key, written).split(separator: ",").map(String.init)
        }
        guard let elements = config.stringArray(forKey: ConfigKey([key])) else {
            throw invalid(key, written, "a text with commas between the paths, or a list of texts")
        }
        return try elements.map { element throws(ServerSettings.Invalid) in
            try path(element, key, written)
        }
    }

    func integer(_ key: String, in range: ClosedRange<Int>) throws(ServerSettings.Invalid) -> Int? {
        guard let written = written(key) else { return nil }
        guard let number = Int(written.text), range.contains(number) else {
            throw invalid(
                key, written, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func number(
        _ key: String, in range: ClosedRange<Double>
    ) throws(ServerSettings.Invalid) -> Double? {
        guard let written = written(key) else { return nil }
        guard let number = Double(written.text), range.contains(number) else {
            throw invalid(key, written, "a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func flag(_ key: String) throws(ServerSettings.Invalid) -> Bool? {
        if let flag = config.bool(forKey: ConfigKey([key])) { return flag }
        guard let written = written(key) else { return nil }
        throw invalid(key, written, "true or false")
    }

    /// `on`, `off` or an address; in a file, also `true` and `false`.
    func placement(
        _ key: String
    ) throws(ServerSettings.Invalid) -> ServerSettings.Placement? {
        guard let written = written(key) else { return nil }
        switch written.text {
        case "on", "true": return .here
        case "off", "false": return .nowhere
        case let text:
            guard let address = ServerSettings.Address(text) else {
                throw invalid(key, written, "on, off, or an address such as 127.0.0.1:9090")
            }
            return .address(address)
        }
    }

    func logLevel() throws(ServerSettings.Invalid) -> Logger.Level? {
        guard let written = written("log-level") else { return nil }
        guard let level = Logger.Level(rawValue: written.text) else {
            let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
            throw invalid("log-level", written, "one of \(levels)")
        }
        return level
    }

    private func seconds(_ key: String) throws(ServerSettings.Invalid) -> Duration? {
        try number(key, in: 0...86_400).map { .seconds($0) }
    }

    func files() throws(ServerSettings.Invalid) -> ServerSettings.TLSFiles? {
        switch (try text("tls-certificate"), try text("tls-key")) {
        case (let certificate?, let key?): return .init(certificate: certificate, key: key)
        case (nil, nil): return nil
        case (_?, nil):
            throw .init(description: "tls-certificate needs tls-key, the file of its private key")
        case (nil, _?):
            throw .init(description: "tls-key needs tls-certificate, the file of its certificate")
        }
    }

    func bounds() throws(ServerSettings.Invalid) -> ServerSettings.Bounds {
        var bounds = ServerSettings.Bounds()
        bounds.connections =
            try integer("limit-connections", in: 1...1_000_000) ?? bounds.connections
        bounds.requests = try integer("limit-requests", in: 1...1_000_000) ?? bounds.requests
        bounds.streams = try integer("limit-streams", in: 1...1024) ?? bounds.streams
        bounds.streamRate =
            try integer("stream-rate", in: 0...1_000_000_000) ?? bounds.streamRate
        bounds.idle = try seconds("timeout-idle") ?? bounds.idle
        bounds.body = try seconds("timeout-body") ?? bounds.body
        bounds.rules = try seconds("timeout-rules") ?? bounds.rules
        bounds.plugins = try seconds("timeout-plugins") ?? bounds.plugins
        bounds.drain = try seconds("timeout-drain") ?? bounds.drain
        bounds.shutdown = try seconds("timeout-shutdown") ?? bounds.shutdown
        return bounds
    }

    func shadow() throws(ServerSettings.Invalid) -> ServerSettings.Shadow? {
        let share = try number("shadow-share", in: 0...1)
        guard let folder = try text("shadow-rule-sets") else { return nil }
        var shadow = ServerSettings.Shadow(ruleSets: folder)
        shadow.share = share ?? shadow.share
        return shadow
    }

    func decisions() throws(ServerSettings.Invalid) -> ServerSettings.Decisions? {
        // All are read, so that a wrong one is found without a file too.
        let bytes = try integer("decisions-bytes", in: 1...(1 << 40))
        let kept = try integer("decisions-kept", in: 0...1000)
        let includesValues = try flag("decisions-values")
        guard let file = try text("decisions-file") else { return nil }
        var decisions = ServerSettings.Decisions(file: file)
        decisions.maximumBytes = bytes ?? decisions.maximumBytes
        decisions.keptFiles = kept ?? decisions.keptFiles
        decisions.includesValues = includesValues ?? false
        return decisions
    }

    /// Says what is wrong; a token is not shown.
    private func invalid(
        _ key: String, _ found: Written, _ expected: String
    ) -> ServerSettings.Invalid {
        let shown = found.isText ? "'\(found.text)'" : found.text
        let subject = key == "token" ? "token" : "\(key) is \(shown), but"
        return .init(description: "\(subject) must be \(expected)")
    }
}

extension ServerSettings.Address {
    /// Reads `HOST:PORT`; an IPv6 address is in brackets.
    fileprivate init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        guard !host.isEmpty, !host.utf8.contains(0),
            let port = Int(text[text.index(after: colon)...]), (0...65_535).contains(port)
        else { return nil }
        self.init(host: String(host), port: port)
    }
}
