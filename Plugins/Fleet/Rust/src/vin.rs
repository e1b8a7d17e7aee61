// SPDX-License-Identifier: Apache-2.0

//! fleet-rust.vin: vehicle identification numbers.

use assay_plugin::{Arguments, Code, Definition, Example, Field, Kinds, Literal, Parameter};
use assay_plugin::{Rejection, Row, Rule, Settings, Value, Verdict};
use std::ops::RangeInclusive;

const LENGTH: u32 = 0;
const CHARACTER: u32 = 1;
const SERIAL: u32 = 2;
const CHECK_DIGIT: u32 = 3;
const YEAR_CODE: u32 = 4;
const LIMITS: u32 = 5;
const YEAR: u32 = 6;

const BY_REGION: usize = 0;
const CFR_565: usize = 2;

pub struct Vin {
    year: Field,
    limits: RangeInclusive<i64>,
    standard: usize,
}

impl<S: Settings> Rule<S> for Vin {
    const DEFINITION: Definition = Definition::new("vin", "A vehicle identification number")
        .kinds(Kinds::STRING)
        .parameters(&[
            Parameter::field("year", "the field with the model year"),
            Parameter::integer("minYear", "the first model year")
                .between(1980, 2039)
                .or(Literal::Integer(1980)),
            Parameter::integer("maxYear", "the last model year")
                .between(1980, 2039)
                .or(Literal::Integer(2039)),
            Parameter::choice(
                "standard",
                "the standard that the number follows",
                &["byRegion", "iso3779", "cfr565"],
            )
            .or(Literal::Text("byRegion")),
        ])
        .codes(&[
            Code::new("vin.length", "must have 17 characters, not {length}")
                .arguments(&["length"])
                .translations(&[("de", "muss 17 Zeichen haben, nicht {length}")]),
            Code::new(
                "vin.character",
                "must have a digit or a capital letter other than I, O and Q at position {position}",
            )
            .arguments(&["position"])
            .translations(&[(
                "de",
                "muss an Stelle {position} eine Ziffer oder einen Großbuchstaben außer I, O und Q \
                 haben",
            )]),
            Code::new("vin.serial", "must end with four digits")
                .translations(&[("de", "muss mit vier Ziffern enden")]),
            Code::new(
                "vin.checkDigit",
                "must have the check digit {expected} at position 9, not {found}",
            )
            .arguments(&["expected", "found"])
            .translations(&[(
                "de",
                "muss an Stelle 9 die Prüfziffer {expected} haben, nicht {found}",
            )]),
            Code::new("vin.yearCode", "must have the code of a model year at position 10")
                .translations(&[("de", "muss an Stelle 10 das Zeichen eines Modelljahrs haben")]),
            Code::new(
                "vin.limits",
                "must be of a model year from {minYear} to {maxYear}, not {modelYear}",
            )
            .arguments(&["modelYear"])
            .translations(&[(
                "de",
                "muss aus einem Modelljahr von {minYear} bis {maxYear} sein, nicht {modelYear}",
            )]),
            Code::new("vin.year", "must be of the model year {expected}, not {modelYear}")
                .arguments(&["expected", "modelYear"])
                .translations(&[(
                    "de",
                    "muss aus dem Modelljahr {expected} sein, nicht {modelYear}",
                )]),
        ])
        .examples(&[
            Example::valid("\"1M8GDM9AXKP042788\"", "vin"),
            Example::valid("\"WVWZZZ1JZ3W386752\"", "vin(year, minYear=2000)"),
            Example::invalid(LENGTH, "\"1M8GDM9AXKP04278\"", "vin"),
            Example::invalid(CHARACTER, "\"1M8GDM9AXKPO42788\"", "vin"),
            Example::invalid(SERIAL, "\"WVWZZZ1JZ3W38675X\"", "vin"),
            Example::invalid(CHECK_DIGIT, "\"1M8GDM9A5KP042788\"", "vin"),
            Example::invalid(CHECK_DIGIT, "\"WVWZZZ1JZ3W386752\"", "vin(standard=cfr565)"),
            Example::invalid(YEAR_CODE, "\"1M8GDM9A6UP042788\"", "vin"),
            Example::invalid(LIMITS, "\"1M8GDM9AXKP042788\"", "vin(minYear=1990)"),
            Example::valid("\"1M8GDM9AXKP042788\"", "vin(year)").with_fields("{\"year\": 1989}"),
            Example::invalid(YEAR, "\"1M8GDM9AXKP042788\"", "vin(year)")
                .with_fields("{\"year\": 1990}"),
        ]);

    fn new(arguments: &Arguments<S>) -> Result<Self, Rejection> {
        let limits = arguments.integer("minYear").unwrap_or(1980)
            ..=arguments.integer("maxYear").unwrap_or(2039);
        if limits.is_empty() {
            return Err("minYear must not be above maxYear".into());
        }
        let standard = arguments.choice("standard").unwrap_or(BY_REGION);
        Ok(Vin { year: arguments.field("year"), limits, standard })
    }

    fn check(&self, value: Value, row: &Row) -> Verdict {
        let text = value.text().unwrap_or_default();
        let length = text.chars().count();
        if length != 17 {
            return row.fail(LENGTH, &[(length as i64).into()]);
        }
        if let Some(index) = text.chars().position(|character| number_of(character).is_none()) {
            return row.fail(CHARACTER, &[(index as i64 + 1).into()]);
        }
        if !text[13..].chars().all(|character| character.is_ascii_digit()) {
            return Verdict::fail(SERIAL);
        }
        let is_american = text.starts_with(|first| ('1'..='5').contains(&first));
        if self.standard == CFR_565 || (self.standard == BY_REGION && is_american) {
            self.check_cfr(text, row)
        } else {
            Verdict::PASS
        }
    }
}

impl Vin {
    /// The check digit and the year of the model.
    fn check_cfr(&self, text: &str, row: &Row) -> Verdict {
        const WEIGHTS: [usize; 17] = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
        const YEARS: &str = "ABCDEFGHJKLMNPRSTVWXY123456789";
        let numbers = text.chars().filter_map(number_of);
        let sum: usize = numbers.zip(WEIGHTS).map(|(number, weight)| number * weight).sum();
        let (expected, found) = (&"0123456789X"[sum % 11..sum % 11 + 1], &text[8..9]);
        if found != expected {
            return row.fail(CHECK_DIGIT, &[expected.into(), found.into()]);
        }
        let Some(code) = YEARS.find(&text[9..10]) else { return Verdict::fail(YEAR_CODE) };
        let is_early = text.as_bytes()[6].is_ascii_digit();
        let model_year = 1980 + code as i64 + if is_early { 0 } else { 30 };
        if !self.limits.contains(&model_year) {
            return row.fail(LIMITS, &[model_year.into()]);
        }
        match row.field(self.year).and_then(Value::integer) {
            Some(year) if year != model_year => row.fail(YEAR, &[year.into(), model_year.into()]),
            _ => Verdict::PASS,
        }
    }
}

/// Returns the value of a character in the check digit, or nothing if no VIN has the character.
fn number_of(character: char) -> Option<usize> {
    const LETTERS: &[u8] = b"12345678.12345.7.923456789";
    let digit = match character {
        'A'..='Z' => LETTERS[character as usize - 'A' as usize] as char,
        _ => character,
    };
    digit.to_digit(10).map(|digit| digit as usize)
}
