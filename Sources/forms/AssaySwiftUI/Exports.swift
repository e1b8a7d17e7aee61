// SPDX-License-Identifier: Apache-2.0

// The module is empty where there is no SwiftUI.
#if canImport(SwiftUI)
@_exported import AssayForms
#endif
