// SPDX-License-Identifier: Apache-2.0

extension FormModel {
    /// Judges every field, and what belongs to none, and waits for the last answer.
    ///
    /// - Returns: True if the form is valid; false too if a field is changed and waits to be judged.
    @discardableResult
    public func validate() async -> Bool {
        await validate(Array(machine.fields.indices))
    }

    /// Judges some fields, such as those of a wizard's page, and waits for the last answer.
    ///
    /// - Parameter paths: The fields.
    /// - Returns: True if all of them are valid.
    /// - Throws: `FormError.unknownField` for one that the form lacks; none is judged then.
    @discardableResult
    public func validate(fields paths: some Sequence<String>) async throws(FormError) -> Bool {
        var chosen: [Int] = []
        for path in paths {
            guard let field = layout.field(named: path) else {
                throw .unknownField(path, nearest: nearestName(to: path, in: layout.keys))
            }
            chosen.append(field)
        }
        return await validate(chosen)
    }

    private func validate(_ chosen: [Int]) async -> Bool {
        useCurrentRules()
        machine.validate(chosen) { judge($0) }
        commit()
        await wait(for: chosen)
        return chosen.allSatisfy { machine.fields[$0].validation.isValid }
    }

    /// Shows what a server found; each error stays until the value of its field changes.
    ///
    /// It takes the place of what was shown for the same fields; errors of the form as a whole,
    /// which names belong to that the form does not know, stay until a submission is answered or
    /// the form is reset.
    public func apply(_ errors: ServerErrors) {
        for (field, errors) in layout.place(errors) {
            let known = field == layout.rest ? machine.fields[field].serverErrors : []
            machine.setServerErrors(known + errors, field)
        }
        commit()
    }

    /// Shows what a server found, as problem details (RFC 9457).
    public func apply(_ problem: ProblemDetails) {
        apply(ServerErrors(problem))
    }

    /// Shows what a server found, by field: its path or a JSON Pointer.
    public func apply(errors: [String: [String]]) {
        apply(ServerErrors(errors))
    }

    /// Gives every field its initial value and no history; a submission on its way is cancelled and
    /// changes nothing any more.
    public func reset() {
        reset(initialContent)
    }

    /// Begins again with other initial values; fields that the record lacks are absent.
    public func reset(to record: Record) {
        reset(FormContent(Record(record.fields, isText: isText), layout))
    }

    private func reset(_ content: FormContent) {
        useCurrentRules()
        self.content = content
        initialContent = content
        showInitialContent()
        machine.reset()
        submission = .initial
        commit()
    }
}
