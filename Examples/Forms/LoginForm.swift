// SPDX-License-Identifier: Apache-2.0
import AssayForms

/// A form whose button is enabled while both fields have something in them.
struct LoginForm: Equatable {
    var user = ""
    var password = ""

    /// White space does not count.
    var canLogIn: Bool { areFilled(user, password) }
}
