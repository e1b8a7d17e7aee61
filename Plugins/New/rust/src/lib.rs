// SPDX-License-Identifier: Apache-2.0

//! The plugin NAME with one rule: the sum of a number's digits.

use assay_plugin::{plugin, Arguments, Code, Definition, Example, Kinds, Literal};
use assay_plugin::{Parameter, Rejection, Row, Rule, Value, Verdict};

/// The rule's name, and the only place that has it, with what follows it.
macro_rules! rule {
    ($rest:literal) => {
        concat!("digitSum", $rest)
    };
}

// In the order of the codes below.
const FORMAT: u32 = 0;
const WRONG: u32 = 1;

/// One use of the rule with its argument. It runs on several threads at once.
struct SampleRule {
    divisor: i64,
}

impl Rule for SampleRule {
    const DEFINITION: Definition =
        Definition::new(rule!(""), "Digits whose sum is a multiple of a number")
            .kinds(Kinds::STRING)
            .parameters(&[Parameter::integer("multipleOf", "divides the sum")
                .between(2, 100)
                .or(Literal::Integer(10))])
            .codes(&[
                Code::new(rule!(".format"), "must be digits")
                    .translations(&[("de", "muss aus Ziffern bestehen")]),
                Code::new(rule!(".wrong"), "must have a digit sum that {multipleOf} divides")
                    .translations(&[(
                        "de",
                        "muss eine durch {multipleOf} teilbare Quersumme haben",
                    )]),
            ])
            .examples(&[
                Example::valid("\"19\"", rule!("")),
                Example::valid("\"18\"", rule!("(9)")),
                Example::invalid(FORMAT, "\"1x\"", rule!("")),
                Example::invalid(WRONG, "\"18\"", rule!("")),
            ]);

    fn new(arguments: &Arguments) -> Result<Self, Rejection> {
        Ok(SampleRule { divisor: arguments.integer("multipleOf").ok_or("no number")? })
    }

    /// Runs on strings only.
    fn check(&self, value: Value, _: &Row) -> Verdict {
        match value.text().and_then(digit_sum) {
            Some(sum) => Verdict::pass_if(sum % self.divisor == 0, WRONG),
            None => Verdict::fail(FORMAT),
        }
    }
}

/// The sum of ASCII digits; none for any other text.
fn digit_sum(text: &str) -> Option<i64> {
    if text.is_empty() {
        return None;
    }
    text.chars().map(|digit| digit.to_digit(10).map(i64::from)).sum()
}

plugin!("NAME", "0.1.0", [SampleRule]);
