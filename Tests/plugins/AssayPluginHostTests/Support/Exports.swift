// SPDX-License-Identifier: Apache-2.0

/// Every test here makes plugins.
@_exported import PluginWorkshop
