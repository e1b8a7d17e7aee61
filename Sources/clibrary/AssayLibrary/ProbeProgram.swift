// SPDX-License-Identifier: Apache-2.0
import AssayPluginHost

/// All of the program that tries plugins, which comes with the library and needs no runtime of its own
/// then.
///
/// For `assay-plugin-probe` of the same version alone: its symbol has the version `ASSAY_PRIVATE`.
@c(assay_probe_main)
public func probeProgram() -> Never { ProbeChild.run() }
