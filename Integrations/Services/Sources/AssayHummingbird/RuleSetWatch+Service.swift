// SPDX-License-Identifier: Apache-2.0
public import Assay
public import ServiceLifecycle

extension RuleSetWatch: @retroactive Service {
    /// Follows the file until the service group shuts down.
    public func run() async throws {
        try? await gracefulShutdown()
        cancel()
    }
}

extension RuleSetFolderWatch: @retroactive Service {
    /// Follows the folder until the service group shuts down.
    public func run() async throws {
        try? await gracefulShutdown()
        cancel()
    }
}
