// SPDX-License-Identifier: Apache-2.0

/// assay-plugin-probe: tries a plugin so that the program which wants to load it does not have to.
/// `PluginHost` starts it; people have no use for it.
import AssayPluginHost
import Glibc

// Neither the destructors of the plugin nor the functions that it leaves for `exit` run.
_exit(ProbeChild.run())
