// SPDX-License-Identifier: Apache-2.0

/// The state of forms, without views, driven by the rules of the engine. Import this module.
@_exported import Assay
