// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// The rules that are written in Swift: a new one is its file and a line here with its id, a further one of a
/// family the family's file and a line.
enum BuiltInRules {
    /// The definitions by topic, in the order of the catalogue.
    static let definitions: [NamedDefinition] =
        presence + kinds + comparison + text + network
        + time + collections + composition

    private static let presence: [NamedDefinition] = [
        .init("accepted") { ConsentRule<Accepted>.definition },
        .init("atLeastOneOf") { FieldCountRule<AtLeastOneField>.definition },
        .init("atMostOneOf") { FieldCountRule<AtMostOneField>.definition },
        .init("declined") { ConsentRule<Declined>.definition },
        .init("exactlyOneOf") { FieldCountRule<ExactlyOneField>.definition },
        .init("filled") { FilledRule.definition },
        .init("notBlank") { NotBlankRule.definition },
        .init("notNull") { NotNullRule.definition },
        .init("present") { PresentRule.definition },
        .init("prohibitedIf") { ConditionallyProhibitedRule<If>.definition },
        .init("prohibited") { ProhibitedRule.definition },
        .init("prohibitedUnless") { ConditionallyProhibitedRule<Unless>.definition },
        .init("requiredIf") { ConditionallyRequiredRule<If>.definition },
        .init("required") { RequiredRule.definition },
        .init("requiredUnless") { ConditionallyRequiredRule<Unless>.definition },
        .init("requiredWithAll") { CompanionRule<WithAll>.definition },
        .init("requiredWith") { CompanionRule<WithAny>.definition },
        .init("requiredWithoutAll") { CompanionRule<WithoutAll>.definition },
        .init("requiredWithout") { CompanionRule<WithoutAny>.definition },
    ]

    private static let kinds: [NamedDefinition] = [
        .init("array") { KindRule<ArrayKind>.definition },
        .init("boolean") { BooleanRule.definition },
        .init("finite") { FiniteRule.definition },
        .init("integer") { IntegerRule.definition },
        .init("number") { NumberRule.definition },
        .init("object") { KindRule<ObjectKind>.definition },
        .init("string") { KindRule<StringKind>.definition },
        .init("type") { TypeRule.definition },
    ]

    private static let comparison: [NamedDefinition] = [
        .init("differentFrom") { DifferentFromRule.definition },
        .init("equals") { EqualsRule.definition },
        .init("greaterOrEqual") { FieldOrderRule<GreaterOrEqual>.definition },
        .init("greaterThan") { FieldOrderRule<GreaterThan>.definition },
        .init("inField") { InFieldRule.definition },
        .init("lessOrEqual") { FieldOrderRule<LessOrEqual>.definition },
        .init("lessThan") { FieldOrderRule<LessThan>.definition },
        .init("multipleOf") { MultipleOfRule.definition },
        .init("negative") { SignRule<Negative>.definition },
        .init("nonNegative") { SignRule<NonNegative>.definition },
        .init("nonPositive") { SignRule<NonPositive>.definition },
        .init("notEquals") { NotEqualsRule.definition },
        .init("notOneOf") { NotOneOfRule.definition },
        .init("oneOf") { OneOfRule.definition },
        .init("outside") { OutsideRule.definition },
        .init("positive") { SignRule<Positive>.definition },
        .init("precision") { PrecisionRule.definition },
        .init("range") { RangeRule.definition },
        .init("sameAs") { SameAsRule.definition },
    ]

    private static let text: [NamedDefinition] = [
        .init("ascii") { ASCIIRule.definition },
        .init("alphaDash") { LetterRule<LettersDigitsAndDashes>.definition },
        .init("alpha") { LetterRule<Letters>.definition },
        .init("alphanumeric") { LetterRule<LettersAndDigits>.definition },
        .init("contains") { ContainsRule.definition },
        .init("containsAny") { CharacterSetRule<AnyCharacter>.definition },
        .init("containsNone") { CharacterSetRule<NoCharacter>.definition },
        .init("digits") { DigitsRule.definition },
        .init("endsWith") { AffixRule<Suffix>.definition },
        .init("length") { LengthRule.definition },
        .init("lowercase") { LowercaseRule.definition },
        .init("notContains") { NotContainsRule.definition },
        .init("normalized") { NormalizedRule.definition },
        .init("notEndsWith") { AffixRule<NoSuffix>.definition },
        .init("notRegex") { NotRegexRule.definition },
        .init("notStartsWith") { AffixRule<NoPrefix>.definition },
        .init("onlyCharacters") { CharacterSetRule<OnlyTheseCharacters>.definition },
        .init("regexPattern") { RegexPatternRule.definition },
        .init("regex") { RegexRule.definition },
        .init("slug") { SlugRule.definition },
        .init("startsWith") { AffixRule<Prefix>.definition },
        .init("uppercase") { UppercaseRule.definition },
    ]

    private static let network: [NamedDefinition] = [
        .init("email") { EmailRule.definition },
        .init("httpHeaderName") { HTTPHeaderNameRule.definition },
        .init("httpHeaderValue") { HTTPHeaderValueRule.definition },
        .init("iriReference") { URIRule<AnyIRIReference>.definition },
        .init("iri") { URIRule<IRIWithScheme>.definition },
        .init("magnet") { MagnetRule.definition },
        .init("mailto") { MailtoRule.definition },
        .init("origin") { OriginRule.definition },
        .init("uriReference") { URIRule<AnyURIReference>.definition },
        .init("uri") { URIRule<URIWithScheme>.definition },
        .init("uriTemplate") { URITemplateRule.definition },
        .init("url") { URLRule.definition },
        .init("urn") { URNRule.definition },
    ]

    private static let time: [NamedDefinition] = [
        .init("afterOrEqual") { DateLimitRule<AfterOrEqual>.definition },
        .init("after") { DateLimitRule<After>.definition },
        .init("beforeOrEqual") { DateLimitRule<BeforeOrEqual>.definition },
        .init("before") { DateLimitRule<Before>.definition },
        .init("date") { DateRule.definition },
        .init("dateTime") { DateTimeRule.definition },
        .init("future") { ClockRule<Future>.definition },
        .init("past") { ClockRule<Past>.definition },
        .init("time") { TimeRule.definition },
        .init("within") { WithinRule.definition },
    ]

    private static let collections: [NamedDefinition] = [
        .init("allowedKeys") { AllowedKeysRule.definition },
        .init("dependentKeys") { DependentKeysRule.definition },
        .init("each") { EachRule.definition },
        .init("includes") { IncludesRule.definition },
        .init("keys") { KeysRule.definition },
        .init("maxItems") { CountRule<MostItems>.definition },
        .init("maxProperties") { CountRule<MostProperties>.definition },
        .init("member") { MemberRule.definition },
        .init("minItems") { CountRule<LeastItems>.definition },
        .init("minProperties") { CountRule<LeastProperties>.definition },
        .init("requiredKeys") { RequiredKeysRule.definition },
        .init("sorted") { SortedRule.definition },
        .init("uniqueItems") { UniqueItemsRule.definition },
    ]

    private static let composition: [NamedDefinition] = [
        .init("allOf") { AllOfRule.definition },
        .init("anyOf") { AnyOfRule.definition },
        .init("exactlyOne") { ExactlyOneRule.definition },
        .init("not") { NotRule.definition },
    ]
}
