// SPDX-License-Identifier: Apache-2.0

/// The names of the cases of enumerations.
enum CaseName {
    /// The name of a case without associated values, as `String(describing:)` makes it of a type that
    /// has no description of its own.
    ///
    /// `String(describing:)` first looks for such a description among all conformances of the
    /// process, anew for each type: for the codes of the built-in rules, that took half of the time
    /// in which ruleshell starts.
    static func of<Case>(_ value: Case) -> String {
        guard let name = runtimeCaseName(value) else { return String(describing: value) }
        return String(cString: name)
    }
}

/// Returns the name that `String(describing:)` falls back on, or `nil` if the compiler was told to
/// leave names out.
@_silgen_name("swift_EnumCaseName")
private func runtimeCaseName<Case>(_ value: Case) -> UnsafePointer<CChar>?
