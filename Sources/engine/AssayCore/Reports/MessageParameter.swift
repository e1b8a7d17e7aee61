// SPDX-License-Identifier: Apache-2.0

/// A value by name that a message shows for `{name}`: an argument of the rule, or what the rule
/// adds.
public struct MessageParameter: Sendable, Equatable {
    /// The name in the placeholder, without the braces.
    public let name: String
    /// The value; messages show a string without quotes, unless it is empty or has
    /// white space at an end, and everything else as JSON.
    public let value: Value

    /// A parameter, such as one that a rule gives to `RuleContext.explain(_:at:)`.
    package init(_ name: String, _ value: Value) {
        self.name = name
        self.value = value
    }
}

extension [MessageParameter] {
    /// The parameters in the order of a literal.
    package init(_ pairs: KeyValuePairs<String, Value>) {
        self = pairs.map { MessageParameter($0.key, $0.value) }
    }

    /// The parameters as the members of an object.
    package var object: Value { .object(Value.Object(map { (key: $0.name, value: $0.value) })) }
}
