// SPDX-License-Identifier: Apache-2.0
import Assay
import CExitGuard

/// Names the rule of a plugin that crashes.
struct CrashReport: PluginCallWatch {
    func enter(rule: UnsafePointer<CChar>) { assay_crash_report_enter(rule) }

    func leave() { assay_crash_report_leave() }
}
