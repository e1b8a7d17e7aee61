// SPDX-License-Identifier: Apache-2.0

/// Rule sets in files, in YAML and in JSON.
@_exported import AssayJSONRuleSets
