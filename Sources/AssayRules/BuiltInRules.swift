// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// The rules that are written in Swift: a new one is its file and a line here.
public enum BuiltInRules {
    /// The definitions by topic, in the order of the catalogue.
    public static let definitions: [RuleDefinition] =
        presence + kinds + comparison + text + network
        + time + collections + composition

    private static let presence: [RuleDefinition] = [
        AcceptedRule.definition,
        DeclinedRule.definition,
        FilledRule.definition,
        NotBlankRule.definition,
        NotNullRule.definition,
        PresentRule.definition,
        ProhibitedIfRule.definition,
        ProhibitedRule.definition,
        ProhibitedUnlessRule.definition,
        RequiredIfRule.definition,
        RequiredRule.definition,
        RequiredUnlessRule.definition,
        RequiredWithAllRule.definition,
        RequiredWithRule.definition,
        RequiredWithoutAllRule.definition,
        RequiredWithoutRule.definition,
    ]

    private static let kinds: [RuleDefinition] = [
        ArrayRule.definition,
        BooleanRule.definition,
        FiniteRule.definition,
        IntegerRule.definition,
        NumberRule.definition,
        ObjectRule.definition,
        StringRule.definition,
        TypeRule.definition,
    ]

    private static let comparison: [RuleDefinition] = [
        DifferentFromRule.definition,
        EqualsRule.definition,
        GreaterOrEqualRule.definition,
        GreaterThanRule.definition,
        InFieldRule.definition,
        LessOrEqualRule.definition,
        LessThanRule.definition,
        MultipleOfRule.definition,
        NegativeRule.definition,
        NonNegativeRule.definition,
        NonPositiveRule.definition,
        NotEqualsRule.definition,
        NotOneOfRule.definition,
        OneOfRule.definition,
        OutsideRule.definition,
        PositiveRule.definition,
        PrecisionRule.definition,
        RangeRule.definition,
        SameAsRule.definition,
    ]

    private static let text: [RuleDefinition] = [
        ASCIIRule.definition,
        AlphaDashRule.definition,
        AlphaRule.definition,
        AlphanumericRule.definition,
        ContainsRule.definition,
        DigitsRule.definition,
        EndsWithRule.definition,
        LengthRule.definition,
        LowercaseRule.definition,
        NotContainsRule.definition,
        NotEndsWithRule.definition,
        NotRegexRule.definition,
        NotStartsWithRule.definition,
        RegexPatternRule.definition,
        RegexRule.definition,
        SlugRule.definition,
        StartsWithRule.definition,
        UppercaseRule.definition,
    ]

    private static let network: [RuleDefinition] = [
        EmailRule.definition,
        IRIReferenceRule.definition,
        IRIRule.definition,
        URIReferenceRule.definition,
        URIRule.definition,
        URLRule.definition,
    ]

    private static let time: [RuleDefinition] = [
        AfterOrEqualRule.definition,
        AfterRule.definition,
        BeforeOrEqualRule.definition,
        BeforeRule.definition,
        DateRule.definition,
        DateTimeRule.definition,
        TimeRule.definition,
    ]

    private static let collections: [RuleDefinition] = [
        AllowedKeysRule.definition,
        DependentKeysRule.definition,
        EachRule.definition,
        IncludesRule.definition,
        MaxItemsRule.definition,
        MaxPropertiesRule.definition,
        MinItemsRule.definition,
        MinPropertiesRule.definition,
        RequiredKeysRule.definition,
        UniqueItemsRule.definition,
    ]

    private static let composition: [RuleDefinition] = [
        AllOfRule.definition,
        AnyOfRule.definition,
        ExactlyOneRule.definition,
        NotRule.definition,
    ]
}
