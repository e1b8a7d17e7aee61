// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Testing

@Suite struct ValidationStateTests {
    @Test func stateHasNoMessagesUnlessSomethingIsWrong() {
        for state in [ValidationState.unchanged, .editing, .validating, .valid] {
            #expect(state.messages == [])
            #expect(state.firstMessage == nil)
        }
    }
}
