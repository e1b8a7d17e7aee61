// SPDX-License-Identifier: Apache-2.0

//! What a rule says of itself: the host checks arguments and kinds by it, prints it and runs its
//! examples. All of it is made by constant functions.

use crate::abi::*;
use crate::Literal;

/// A rule's description.
#[derive(Clone, Copy)]
pub struct Definition {
    pub(crate) id: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) kinds: Kinds,
    pub(crate) flags: Flags,
    pub(crate) parameters: &'static [Parameter],
    pub(crate) codes: &'static [Code],
    pub(crate) examples: &'static [Example],
    pub(crate) deprecation: &'static str,
}

impl Definition {
    /// A rule for all kinds, without parameters, concurrent and pure. The id is lowerCamelCase and
    /// lacks the plugin's; the summary is one sentence without a period.
    pub const fn new(id: &'static str, summary: &'static str) -> Self {
        Definition {
            id,
            summary,
            kinds: Kinds::ALL,
            flags: Flags::CONCURRENT.and(Flags::PURE),
            parameters: &[],
            codes: &[],
            examples: &[],
            deprecation: "",
        }
    }

    /// Deprecates the rule; `replacement` is a phrase that says what to use instead.
    pub const fn deprecated(self, replacement: &'static str) -> Self {
        Definition { deprecation: replacement, ..self }
    }

    /// Sets the kinds that `check` accepts; a value of another kind fails with the code
    /// `<id>.kind`.
    pub const fn kinds(self, kinds: Kinds) -> Self {
        Definition { kinds, ..self }
    }

    /// Sets flags in place of concurrent and pure.
    pub const fn flags(self, flags: Flags) -> Self {
        Definition { flags, ..self }
    }

    /// Sets the parameters, in the order of positional arguments.
    pub const fn parameters(self, parameters: &'static [Parameter]) -> Self {
        Definition { parameters, ..self }
    }

    /// Sets the codes, in the order of the indexes that `Verdict::fail` is given.
    pub const fn codes(self, codes: &'static [Code]) -> Self {
        Definition { codes, ..self }
    }

    /// Sets the examples: at least one valid and one invalid.
    pub const fn examples(self, examples: &'static [Example]) -> Self {
        Definition { examples, ..self }
    }
}

/// Kinds of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kinds(pub(crate) u32);

#[allow(missing_docs)]
impl Kinds {
    pub const BOOLEAN: Kinds = Kinds(1 << ASSAY_BOOL);
    /// Whole numbers of 64 bits with sign.
    pub const INTEGER: Kinds = Kinds(1 << ASSAY_I64);
    /// Every representation of a number.
    pub const NUMBER: Kinds =
        Kinds(1 << ASSAY_I64 | 1 << ASSAY_U64 | 1 << ASSAY_F64 | 1 << ASSAY_DECIMAL);
    pub const STRING: Kinds = Kinds(1 << ASSAY_STR);
    pub const ARRAY: Kinds = Kinds(1 << ASSAY_ARRAY);
    pub const OBJECT: Kinds = Kinds(1 << ASSAY_OBJECT);
    pub const ALL: Kinds = Kinds(ASSAY_KINDS_ALL);

    /// Both.
    pub const fn and(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }
}

/// Flags that tell the host how to treat a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flags(pub(crate) u32);

impl Flags {
    /// No flag.
    pub const NONE: Flags = Flags(0);
    /// `check` may run on several threads at once.
    pub const CONCURRENT: Flags = Flags(ASSAY_RULE_CONCURRENT);
    /// The same values and arguments give the same verdict.
    pub const PURE: Flags = Flags(ASSAY_RULE_PURE);
    /// `check` runs on absent and null values too.
    pub const ACCEPTS_MISSING: Flags = Flags(ASSAY_RULE_ACCEPTS_MISSING);

    /// Both.
    pub const fn and(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }
}

/// A code of a violation with its English message: `{name}` stands for a parameter, for one of the
/// arguments, or for the value as `{value}`.
#[derive(Clone, Copy)]
pub struct Code {
    pub(crate) id: &'static str,
    pub(crate) message: &'static str,
    pub(crate) arguments: &'static [&'static str],
    pub(crate) translations: &'static [(&'static str, &'static str)],
    pub(crate) deprecation: &'static str,
}

impl Code {
    /// The id is `<rule id>.<what is wrong>`, stable forever; the message follows a field's name.
    pub const fn new(id: &'static str, message: &'static str) -> Self {
        Code { id, message, arguments: &[], translations: &[], deprecation: "" }
    }

    /// Deprecates the code; `replacement` is a phrase that says what to use instead.
    pub const fn deprecated(self, replacement: &'static str) -> Self {
        Code { deprecation: replacement, ..self }
    }

    /// Sets the names of the arguments that `Row::fail` is given.
    pub const fn arguments(self, arguments: &'static [&'static str]) -> Self {
        Code { arguments, ..self }
    }

    /// Sets the message in other languages, each by its BCP 47 tag: `("de", "muss gerade sein")`.
    pub const fn translations(self, translations: &'static [(&'static str, &'static str)]) -> Self {
        Code { translations, ..self }
    }
}

/// An example that the host prints and runs.
#[derive(Clone, Copy)]
pub struct Example {
    pub(crate) code: Option<u32>,
    pub(crate) json: &'static str,
    pub(crate) expression: &'static str,
    pub(crate) fields: &'static str,
    pub(crate) settings: &'static str,
}

impl Example {
    /// A value that passes: JSON, and the rule as written in a rule set.
    pub const fn valid(json: &'static str, expression: &'static str) -> Self {
        Example { code: None, json, expression, fields: "", settings: "" }
    }

    /// A value that fails with the code of this index.
    pub const fn invalid(code: u32, json: &'static str, expression: &'static str) -> Self {
        Example { code: Some(code), json, expression, fields: "", settings: "" }
    }

    /// The other fields of the record in which the value is: a JSON object.
    pub const fn with_fields(self, json: &'static str) -> Self {
        Example { fields: json, ..self }
    }

    /// The configuration of the plugin under which the example holds: a JSON object.
    pub const fn with_settings(self, json: &'static str) -> Self {
        Example { settings: json, ..self }
    }
}

/// A parameter of a rule, or a setting of a plugin. It may be left out unless `required` follows.
#[derive(Clone, Copy)]
pub struct Parameter {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) r#type: u32,
    pub(crate) is_required: bool,
    pub(crate) default: Option<Literal<'static>>,
    pub(crate) choices: &'static [&'static str],
    pub(crate) minimum: i64,
    pub(crate) maximum: i64,
}

impl Parameter {
    const fn new(r#type: u32, name: &'static str, summary: &'static str) -> Self {
        Parameter {
            name,
            summary,
            r#type,
            is_required: false,
            default: None,
            choices: &[],
            minimum: 0,
            maximum: 0,
        }
    }

    /// A string.
    pub const fn text(name: &'static str, summary: &'static str) -> Self {
        Self::new(ASSAY_PARAM_STRING, name, summary)
    }

    /// An integer.
    pub const fn integer(name: &'static str, summary: &'static str) -> Self {
        Self::new(ASSAY_PARAM_INTEGER, name, summary)
    }

    /// A number.
    pub const fn number(name: &'static str, summary: &'static str) -> Self {
        Self::new(ASSAY_PARAM_NUMBER, name, summary)
    }

    /// A truth value.
    pub const fn boolean(name: &'static str, summary: &'static str) -> Self {
        Self::new(ASSAY_PARAM_BOOLEAN, name, summary)
    }

    /// A list; a single value is made a list of one.
    pub const fn list(name: &'static str, summary: &'static str) -> Self {
        Self::new(ASSAY_PARAM_LIST, name, summary)
    }

    /// A value of any kind.
    pub const fn value(name: &'static str, summary: &'static str) -> Self {
        Self::new(ASSAY_PARAM_VALUE, name, summary)
    }

    /// Another field of the record.
    pub const fn field(name: &'static str, summary: &'static str) -> Self {
        Self::new(ASSAY_PARAM_FIELD, name, summary)
    }

    /// One of some names.
    pub const fn choice(
        name: &'static str,
        summary: &'static str,
        choices: &'static [&'static str],
    ) -> Self {
        Parameter { choices, ..Self::new(ASSAY_PARAM_CHOICE, name, summary) }
    }

    /// The source of a pattern.
    pub const fn pattern(name: &'static str, summary: &'static str) -> Self {
        Self::new(ASSAY_PARAM_PATTERN, name, summary)
    }

    /// Requires the argument in every use of the rule.
    pub const fn required(self) -> Self {
        Parameter { is_required: true, ..self }
    }

    /// Sets the value that the rule receives if it is not given; of a choice, one of its names.
    pub const fn or(self, default: Literal<'static>) -> Self {
        Parameter { default: Some(default), ..self }
    }

    /// Sets the inclusive limits of an integer.
    pub const fn between(self, minimum: i64, maximum: i64) -> Self {
        Parameter { minimum, maximum, ..self }
    }
}

/// A description of a plugin, every part of which is optional.
#[derive(Clone, Copy)]
pub struct About {
    pub(crate) vendor: &'static str,
    pub(crate) url: &'static str,
    pub(crate) license: &'static str,
    pub(crate) minimum_host: &'static str,
}

impl About {
    /// Makes a description without any part.
    pub const fn new() -> Self {
        About { vendor: "", url: "", license: "", minimum_host: "" }
    }

    /// Sets the maker of the plugin: one line of text.
    pub const fn vendor(self, vendor: &'static str) -> Self {
        About { vendor, ..self }
    }

    /// Sets the address of the plugin's description: `https://` or `http://`.
    pub const fn url(self, url: &'static str) -> Self {
        About { url, ..self }
    }

    /// Sets the license, an SPDX expression: `Apache-2.0 OR MIT`.
    pub const fn license(self, license: &'static str) -> Self {
        About { license, ..self }
    }

    /// Sets the minimum host, a semantic version: an older host does not load the plugin.
    pub const fn minimum_host(self, version: &'static str) -> Self {
        About { minimum_host: version, ..self }
    }
}

impl Default for About {
    fn default() -> Self {
        Self::new()
    }
}
