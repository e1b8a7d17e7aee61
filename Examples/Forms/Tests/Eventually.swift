// SPDX-License-Identifier: Apache-2.0

/// Lets other tasks run until a condition holds: nothing that is waited for takes time.
@MainActor
func eventually(_ condition: @MainActor () -> Bool) async {
    while !condition() { await Task.yield() }
}
