// SPDX-License-Identifier: Apache-2.0

extension FormModel {
    /// Checks every field and the form as a whole, and waits for asynchronous rules.
    ///
    /// - Returns: True if the form is valid; false also if a field is changed meanwhile and not checked
    ///   yet.
    @discardableResult
    public func validate() async -> Bool {
        await driver.validate(all)
    }

    /// Checks some fields, such as those of a wizard's page, and waits for asynchronous rules.
    ///
    /// Checking an array also checks the fields of its rows.
    ///
    /// - Parameter paths: The paths of the fields.
    /// - Returns: True if all of them are valid.
    /// - Throws: `FormError.missingField` for a path that the form lacks; no field is checked then.
    @discardableResult
    public func validate(fields paths: some Sequence<String>) async throws(FormError) -> Bool {
        driver.useCurrentRules()
        return await driver.validate(try source.fields(named: paths))
    }

    private var all: [Int] {
        driver.useCurrentRules()
        return driver.machine.occupied
    }

    /// Shows the errors of a server; each one stays until the value of its field changes.
    ///
    /// They replace earlier ones of the same fields, and those of the form as a whole, such as errors about
    /// unknown names, which stay until any value changes. If there are none, no error of a server is left.
    public func apply(_ errors: ServerErrors) {
        driver.apply(errors)
    }

    /// Shows the errors of a server, given as problem details (RFC 9457).
    public func apply(_ problem: ProblemDetails) {
        apply(ServerErrors(problem))
    }

    /// Shows the errors of a server, given by field: its path or a JSON Pointer.
    public func apply(errors: [String: [String]]) {
        apply(ServerErrors(errors))
    }

    /// Gives every field its initial value and no history, and cancels a submission in progress.
    public func reset() {
        driver.reset(to: source.initialContent, keepingRows: true)
    }

    /// Begins again with other initial values; fields that are not in the record are absent.
    public func reset(to record: ValidationRecord) {
        driver.reset(
            to: FormContent(
                ValidationRecord(record.fields, isText: isText), layout: layout,
                keepsEmptyText: source.habits.keepsEmptyText))
    }
}
