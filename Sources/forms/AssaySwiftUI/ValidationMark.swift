// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
import SwiftUI

/// The sign beside a field; assistive technologies read the messages in its place.
struct ValidationMark: View {
    let mark: FieldPresentation.Mark

    var body: some View {
        switch mark {
        case .none: EmptyView()
        case .progress: ProgressView().accessibilityLabel("Checking")
        case .valid: sign("checkmark.circle", color: .green)
        case .warning: sign("exclamationmark.triangle", color: .orange)
        case .invalid: sign("exclamationmark.circle", color: .red)
        case .undecided: sign("questionmark.circle", color: .orange)
        }
    }

    private func sign(_ name: String, color: Color) -> some View {
        Image(systemName: name).foregroundStyle(color).accessibilityHidden(true)
    }
}
#endif
