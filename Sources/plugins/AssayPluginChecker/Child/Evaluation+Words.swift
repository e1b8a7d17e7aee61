// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI

extension Evaluation {
    /// The verdict of a row: "PASS", "FAIL (acme.taxId.check)".
    func words(row: Int, of rule: TrialRule) -> String {
        if result < 0 { return Self.resultName(result) }
        let verdict = verdicts[row]
        switch verdict.status {
        case ASSAY_UNSET: return "UNSET"
        case ASSAY_PASS: return "PASS"
        case ASSAY_SKIP: return "SKIP"
        case ASSAY_UNDECIDED: return "UNDECIDED"
        case ASSAY_FAIL:
            let codes = rule.definition.codes
            let code = Int(verdict.code)
            return "FAIL (\(codes.indices.contains(code) ? codes[code].id : "code \(code)"))"
        default: return "status \(verdict.status)"
        }
    }

    /// "ASSAY_E_PARAM".
    static func resultName(_ result: assay_rc) -> String {
        switch result {
        case ASSAY_OK: "ASSAY_OK"
        case ASSAY_E_PARAM: "ASSAY_E_PARAM"
        case ASSAY_E_CONFIG: "ASSAY_E_CONFIG"
        case ASSAY_E_NOMEM: "ASSAY_E_NOMEM"
        case ASSAY_E_INTERNAL: "ASSAY_E_INTERNAL"
        case ASSAY_E_CANCELLED: "ASSAY_E_CANCELLED"
        default: "the result \(result)"
        }
    }
}
