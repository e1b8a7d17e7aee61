// SPDX-License-Identifier: Apache-2.0

/// Assay: rules in Swift, in C, as patterns and from plugins; one report. Import this module.
@_exported import AssayCore
@_exported import AssayPluginHost
@_exported import AssayRecords
@_exported import AssayRuleSets
@_exported import AssayRules
