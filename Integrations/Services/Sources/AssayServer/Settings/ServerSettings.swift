// SPDX-License-Identifier: Apache-2.0
public import Assay

/// What a server is told before it starts.
public struct ServerSettings: Sendable {
    /// The address that it listens at.
    public var host = "127.0.0.1"
    /// The port; 0: one that is free.
    public var port = 8080
    /// The folder of rule sets: each `NAME.yaml`, `NAME.yml` or `NAME.json` is served as `NAME`.
    public var ruleSets = "."
    /// Plugins and folders of plugins, which are loaded before the rule sets.
    public var plugins: [String] = []
    /// What `PUT /v1/rule-sets/{name}` has to show; nil: it is off.
    public var token: String?
    /// The certificate chain and the private key, in PEM; nil: no TLS.
    public var tls: TLSFiles?
    /// How large and how deep a record may be.
    public var limits = JSONLimits()
    /// What is too many and too long.
    public var bounds = Bounds()
    /// A second version of rule sets that runs beside the first; nil: none.
    public var shadow: Shadow?
    /// A log with a line for each request; nil: none.
    public var decisions: Decisions?
    /// Whether the time of each rule is measured.
    public var measuresRules = false

    /// The settings of a server that was told nothing.
    public init() {}

    /// The files of TLS.
    public struct TLSFiles: Sendable, Equatable {
        /// The certificate and those that lead to it.
        public var certificate: String
        /// The private key.
        public var key: String

        /// Names the files.
        public init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// What is too many and too long.
    public struct Bounds: Sendable, Equatable {
        /// Connections; further ones wait until one is closed.
        public var connections = 10_000
        /// Requests at a time; further ones are answered with 503.
        public var requests = 1_000
        /// Streams at a time, each of which has a thread.
        public var streams = 64
        /// Until a connection that says nothing, or does not read, is closed.
        public var idle = Duration.seconds(60)
        /// For the head and the body of a request that is no stream.
        public var body = Duration.seconds(30)
        /// For the asynchronous rules of a record.
        public var rules = Duration.seconds(5)
        /// Between the end of readiness and that of the server.
        public var drain = Duration.zero
        /// For requests that are not finished when the server ends.
        public var shutdown = Duration.seconds(30)

        /// The bounds of a server that was told nothing.
        public init() {}
    }

    /// A second version of rule sets that runs beside the first.
    public struct Shadow: Sendable, Equatable {
        /// The folder: its `signup.yaml` is compared with the `signup` that answers.
        public var ruleSets: String
        /// The share of requests that it sees, 0 to 1.
        public var share = 1.0

        /// Names the folder.
        public init(ruleSets: String) {
            self.ruleSets = ruleSets
        }
    }

    /// A log with a line for each request.
    public struct Decisions: Sendable, Equatable {
        /// The file.
        public var file: String
        /// A file that would be longer is renamed: `FILE.1` is the one before.
        public var maximumBytes = 64 << 20
        /// How many of those are kept.
        public var keptFiles = 5
        /// Whether findings with the values of fields that are not sensitive are logged.
        public var includesValues = false

        /// Names the file.
        public init(file: String) {
            self.file = file
        }
    }
}
