// SPDX-License-Identifier: Apache-2.0

/// A note under a finding that says why a value failed, where the message of its rule does not.
///
/// The texts are in English, with placeholders as in messages, and have translations as messages do.
package enum FindingNote: String, CaseIterable, Sendable {
    /// The value of the field that a condition names.
    case fieldIs = "{field} is {value}"
    case fieldIsAbsent = "{field} is absent"
    /// The element of an array that the reason is about.
    case element = "element {index}: {reason}"
    /// A rule inside the failed rule.
    case rule = "{rule}: {reason}"
    /// The same, run on a part of the value.
    case ruleOfPart = "{rule} of {value}: {reason}"
    /// The reason of a rule that has no message.
    case fails = "fails"
    case equalElements = "elements {first} and {second} are equal: {value}"
    /// The same, compared by the value at a path.
    case equalMembers = "elements {first} and {second} have the same {field}: {value}"
    case noAtSign = "there is no '@'"
    case nothingBeforeAtSign = "there is nothing before the '@'"
    case nothingAfterAtSign = "there is nothing after the '@'"
    /// The first character that breaks an address, counted from 1.
    case badCharacter = "character {position}, {character}, is not allowed there"
    /// The first label of an address's domain that is too long.
    case longLabel = "the label {label} has {count} characters, and at most 63 are allowed"
    /// A number as text, such as a cell of CSV, under a rule that reads no text.
    case textOfNumber =
        "the value is text; put integer or number before {rule} to read it as a number"
    /// A value that `try` takes for a number, a Boolean or null, under a rule for texts.
    case valueOfText = "--text reads the value as text, like a cell of CSV"
}
