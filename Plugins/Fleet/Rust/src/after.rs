// SPDX-License-Identifier: Apache-2.0

//! fleet-rust.after: a date after the date in another field.

use assay_plugin::{Arguments, Code, Definition, Example, Field, Kinds, Literal, Parameter};
use assay_plugin::{Rejection, Row, Rule, Settings, Value, Verdict};

const DATE: u32 = 0;
const TOO_EARLY: u32 = 1;

pub struct After {
    other: Field,
    min_days: i64,
}

impl<S: Settings> Rule<S> for After {
    const DEFINITION: Definition =
        Definition::new("after", "A date after the date in another field")
            .kinds(Kinds::STRING)
            .parameters(&[
                Parameter::field("other", "the field with the earlier date").required(),
                Parameter::integer("minDays", "the fewest days between them")
                    .between(0, 36525)
                    .or(Literal::Integer(1)),
            ])
            .codes(&[
                Code::new("after.date", "must be a date like 2030-07-21")
                    .translations(&[("de", "muss ein Datum wie 2030-07-21 sein")]),
                Code::new(
                    "after.tooEarly",
                    "must be at least {minDays} {minDays:day|days} after {date}, not {days}",
                )
                .arguments(&["date", "days"])
                .translations(&[(
                    "de",
                    "muss mindestens {minDays} {minDays:Tag|Tage} nach dem {date} liegen, nicht \
                     {days}",
                )]),
            ])
            .examples(&[
                Example::valid("\"2030-07-21\"", "after(registered)"),
                Example::valid("\"2032-02-29\"", "after(registered, minDays=14)"),
                Example::invalid(DATE, "\"2030-02-29\"", "after(registered)"),
                Example::invalid(DATE, "\"21 July 2030\"", "after(registered)"),
                Example::valid("\"2030-07-21\"", "after(registered)")
                    .with_fields("{\"registered\": \"2030-07-20\"}"),
                Example::invalid(TOO_EARLY, "\"2030-07-21\"", "after(registered, minDays=14)")
                    .with_fields("{\"registered\": \"2030-07-20\"}"),
            ]);

    fn new(arguments: &Arguments<S>) -> Result<Self, Rejection> {
        let min_days = arguments.integer("minDays").unwrap_or(1);
        Ok(After { other: arguments.field("other"), min_days })
    }

    fn check(&self, value: Value, row: &Row) -> Verdict {
        let Some(date) = value.text().and_then(days) else { return Verdict::fail(DATE) };
        let Some(other) = row.field(self.other).and_then(Value::text) else {
            return Verdict::SKIP;
        };
        match days(other) {
            None => Verdict::SKIP,
            Some(earlier) if date - earlier >= self.min_days => Verdict::PASS,
            Some(earlier) => row.fail(TOO_EARLY, &[other.into(), (date - earlier).into()]),
        }
    }
}

/// Returns the days since 1 January 0000, or nothing if the text is not a date.
fn days(text: &str) -> Option<i64> {
    let [year, month, day] = *text.splitn(4, '-').collect::<Vec<_>>() else { return None };
    let (year, month, day) = (number(year, 4)?, number(month, 2)?, number(day, 2)?);
    if !(1..=12).contains(&month) || !(1..=days_in(month, year)).contains(&day) {
        return None;
    }
    let before = year - 1; // The year 0 is a leap year.
    let leap_days = if year > 0 { before / 4 - before / 100 + before / 400 + 1 } else { 0 };
    let months: i64 = (1..month).map(|month| days_in(month, year)).sum();
    Some(365 * year + leap_days + months + day)
}

fn days_in(month: i64, year: i64) -> i64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The number that so many digits write.
fn number(digits: &str, count: usize) -> Option<i64> {
    let are_digits = digits.len() == count && digits.bytes().all(|digit| digit.is_ascii_digit());
    are_digits.then(|| digits.parse().ok())?
}
