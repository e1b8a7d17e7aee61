// SPDX-License-Identifier: Apache-2.0
public import Assay
public import ServiceLifecycle

extension RuleSetWatch: @retroactive Service {
    /// Follows the file until the service group shuts down.
    public func run() async throws { await waitForShutdown(cancel) }
}

extension RuleSetFolderWatch: @retroactive Service {
    /// Follows the folder until the service group shuts down.
    public func run() async throws { await waitForShutdown(cancel) }
}

extension PluginWatch: @retroactive Service {
    /// Follows the files of plugins until the service group shuts down.
    public func run() async throws { await waitForShutdown(cancel) }
}

/// Waits until the service group shuts down, or the task is cancelled, and ends a watch.
private func waitForShutdown(_ end: () -> Void) async {
    try? await gracefulShutdown()
    end()
}
