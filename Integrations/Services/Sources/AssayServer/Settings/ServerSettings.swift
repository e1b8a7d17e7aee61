// SPDX-License-Identifier: Apache-2.0
public import Assay

/// The settings that a server starts with.
public struct ServerSettings: Sendable {
    /// The address that it listens on.
    public var host = "127.0.0.1"
    /// The port, or 0 for a free one.
    public var port = 8080
    /// The folder of rule sets: each `NAME.yaml`, `NAME.yml` or `NAME.json` is served as `NAME`.
    public var ruleSets = "."
    /// Plugins and folders of plugins, which are loaded before the rule sets.
    public var plugins: [String] = []
    /// The token that `PUT /v1/rule-sets/{name}` requires, or `nil` to turn that off.
    public var token: String?
    /// The certificate chain and the private key, in PEM, or `nil` for no TLS.
    public var tls: TLSFiles?
    /// The limits on the size and the depth of a record, and on the size of a body that is read whole.
    public var limits = JSONLimits()
    /// The bounds on numbers and times.
    public var bounds = Bounds()
    /// A second version of rule sets that runs beside the first, or `nil` for none.
    public var shadow: Shadow?
    /// A log with a line for each request, or `nil` for none.
    public var decisions: Decisions?
    /// The place where the page that tries rule sets is answered, with its requests.
    public var playground = Placement.here
    /// The place where the metrics are answered.
    public var metrics = Placement.here
    /// `true` if the time of each rule is measured.
    public var measuresRules = false

    /// Makes the default settings.
    public init() {}

    /// The files of TLS.
    public struct TLSFiles: Sendable, Equatable {
        /// The certificate chain.
        public var certificate: String
        /// The private key.
        public var key: String

        /// Names the files.
        public init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// The place where a part of the server is answered.
    public enum Placement: Sendable, Equatable {
        /// The address of the server itself.
        case here
        /// Nowhere.
        case nowhere
        /// Another address.
        case address(Address)
    }

    /// An address that the server listens on.
    public struct Address: Sendable, Hashable {
        /// The name or number of the host.
        public var host: String
        /// The port, or 0 for a free one.
        public var port: Int

        /// Names the address.
        public init(host: String, port: Int) {
            self.host = host
            self.port = port
        }
    }

    /// Bounds on numbers and times.
    public struct Bounds: Sendable, Equatable {
        /// The number of connections; further ones wait until one is closed.
        public var connections = 10_000
        /// The number of requests at a time; further ones are answered with 503.
        public var requests = 1_000
        /// The number of bodies of several records at a time, each of which has a thread.
        public var streams = 64
        /// The bytes a second below which a stream gives its place to another body, or 0 for never.
        public var streamRate = 1_000
        /// The time until a connection that says nothing, or does not read, is closed.
        public var idle = Duration.seconds(60)
        /// The time for the head and the body of a request that is not a stream.
        public var body = Duration.seconds(30)
        /// The time for the asynchronous rules of a record.
        public var rules = Duration.seconds(5)
        /// The time for a call of a plugin, after which the server ends with status 2, or zero for any time.
        public var plugins = Duration.zero
        /// The time between the end of readiness and the end of the server.
        public var drain = Duration.zero
        /// The time for requests that are not finished when the server ends.
        public var shutdown = Duration.seconds(30)

        /// Makes the default bounds.
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
        /// The number of renamed files that are kept.
        public var keptFiles = 5
        /// `true` if findings with the values of fields that are not sensitive are logged.
        public var includesValues = false

        /// Names the file.
        public init(file: String) {
            self.file = file
        }
    }
}
