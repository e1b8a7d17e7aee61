// SPDX-License-Identifier: Apache-2.0

/// The state of forms, without views, driven by the rules of the engine. Import this module.
///
/// Rule sets are read in JSON. To read them in YAML or from files, import `Assay` as well.
@_exported import AssayCore
@_exported import AssayJSONRuleSets
@_exported import AssayRules
