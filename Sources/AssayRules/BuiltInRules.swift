// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// The rules that are written in Swift: a new one is its file and a line here, a further one of a
/// family the family's file and a line.
enum BuiltInRules {
    /// The definitions by topic, in the order of the catalogue.
    static let definitions: [RuleDefinition] =
        presence + kinds + comparison + text + network
        + time + collections + composition

    private static let presence: [RuleDefinition] = [
        ConsentRule<Accepted>.definition,
        FieldCountRule<AtLeastOneField>.definition,
        FieldCountRule<AtMostOneField>.definition,
        ConsentRule<Declined>.definition,
        FieldCountRule<ExactlyOneField>.definition,
        FilledRule.definition,
        NotBlankRule.definition,
        NotNullRule.definition,
        PresentRule.definition,
        ConditionallyProhibitedRule<If>.definition,
        ProhibitedRule.definition,
        ConditionallyProhibitedRule<Unless>.definition,
        ConditionallyRequiredRule<If>.definition,
        RequiredRule.definition,
        ConditionallyRequiredRule<Unless>.definition,
        CompanionRule<WithAll>.definition,
        CompanionRule<WithAny>.definition,
        CompanionRule<WithoutAll>.definition,
        CompanionRule<WithoutAny>.definition,
    ]

    private static let kinds: [RuleDefinition] = [
        KindRule<ArrayKind>.definition,
        BooleanRule.definition,
        FiniteRule.definition,
        IntegerRule.definition,
        NumberRule.definition,
        KindRule<ObjectKind>.definition,
        KindRule<StringKind>.definition,
        TypeRule.definition,
    ]

    private static let comparison: [RuleDefinition] = [
        DifferentFromRule.definition,
        EqualsRule.definition,
        FieldOrderRule<GreaterOrEqual>.definition,
        FieldOrderRule<GreaterThan>.definition,
        InFieldRule.definition,
        FieldOrderRule<LessOrEqual>.definition,
        FieldOrderRule<LessThan>.definition,
        MultipleOfRule.definition,
        SignRule<Negative>.definition,
        SignRule<NonNegative>.definition,
        SignRule<NonPositive>.definition,
        NotEqualsRule.definition,
        NotOneOfRule.definition,
        OneOfRule.definition,
        OutsideRule.definition,
        SignRule<Positive>.definition,
        PrecisionRule.definition,
        RangeRule.definition,
        SameAsRule.definition,
    ]

    private static let text: [RuleDefinition] = [
        ASCIIRule.definition,
        LetterRule<LettersDigitsAndDashes>.definition,
        LetterRule<Letters>.definition,
        LetterRule<LettersAndDigits>.definition,
        ContainsRule.definition,
        CharacterSetRule<AnyCharacter>.definition,
        CharacterSetRule<NoCharacter>.definition,
        DigitsRule.definition,
        AffixRule<Suffix>.definition,
        LengthRule.definition,
        LowercaseRule.definition,
        NotContainsRule.definition,
        NormalizedRule.definition,
        AffixRule<NoSuffix>.definition,
        NotRegexRule.definition,
        AffixRule<NoPrefix>.definition,
        CharacterSetRule<OnlyTheseCharacters>.definition,
        RegexPatternRule.definition,
        RegexRule.definition,
        SlugRule.definition,
        AffixRule<Prefix>.definition,
        UppercaseRule.definition,
    ]

    private static let network: [RuleDefinition] = [
        EmailRule.definition,
        HTTPHeaderNameRule.definition,
        HTTPHeaderValueRule.definition,
        URIRule<AnyIRIReference>.definition,
        URIRule<IRIWithScheme>.definition,
        MagnetRule.definition,
        MailtoRule.definition,
        OriginRule.definition,
        URIRule<AnyURIReference>.definition,
        URIRule<URIWithScheme>.definition,
        URITemplateRule.definition,
        URLRule.definition,
        URNRule.definition,
    ]

    private static let time: [RuleDefinition] = [
        DateLimitRule<AfterOrEqual>.definition,
        DateLimitRule<After>.definition,
        DateLimitRule<BeforeOrEqual>.definition,
        DateLimitRule<Before>.definition,
        DateRule.definition,
        DateTimeRule.definition,
        ClockRule<Future>.definition,
        ClockRule<Past>.definition,
        TimeRule.definition,
        WithinRule.definition,
    ]

    private static let collections: [RuleDefinition] = [
        AllowedKeysRule.definition,
        DependentKeysRule.definition,
        EachRule.definition,
        IncludesRule.definition,
        KeysRule.definition,
        CountRule<MostItems>.definition,
        CountRule<MostProperties>.definition,
        CountRule<LeastItems>.definition,
        CountRule<LeastProperties>.definition,
        RequiredKeysRule.definition,
        SortedRule.definition,
        UniqueItemsRule.definition,
    ]

    private static let composition: [RuleDefinition] = [
        AllOfRule.definition,
        AnyOfRule.definition,
        ExactlyOneRule.definition,
        NotRule.definition,
    ]
}
