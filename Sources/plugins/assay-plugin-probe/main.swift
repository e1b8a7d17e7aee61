// SPDX-License-Identifier: Apache-2.0

/// assay-plugin-probe: tries a plugin so that the program which wants to load it does not have to.
/// `PluginHost` starts it; people have no use for it.
import AssayPluginHost

ProbeChild.run()
