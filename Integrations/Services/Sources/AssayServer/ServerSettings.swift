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
    /// How large and how deep a record may be.
    public var limits = JSONLimits()

    /// The settings of a server that was told nothing.
    public init() {}
}
