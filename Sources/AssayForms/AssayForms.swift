// SPDX-License-Identifier: Apache-2.0

/// The state of forms, without views: the rules of the engine, field by field. Import this module.
@_exported import Assay
