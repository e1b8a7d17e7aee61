// SPDX-License-Identifier: Apache-2.0

// Users import one module.
@_exported public import AssayFoundationValues
