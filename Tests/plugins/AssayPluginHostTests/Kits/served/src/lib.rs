// SPDX-License-Identifier: Apache-2.0

//! The plugin `served`: what a rule in Rust sees of the services; see ServiceExpectations.swift.

use assay_plugin::services::{self, Counter, Pattern};
use assay_plugin::{plugin, Arguments, Code, Definition, Kinds, Literal, Parameter, Rejection};
use assay_plugin::{Row, Rule, Value, Verdict};

struct Report {
    pattern: Pattern,
    seen: Counter,
}

impl Rule for Report {
    const DEFINITION: Definition = Definition::new("report", "What a rule sees of the services")
        .kinds(Kinds::NUMBER.and(Kinds::STRING))
        .parameters(&[Parameter::pattern("pattern", "with a group").required()])
        .codes(&[
            Code::new("report.is", "group={group} day={day} folded={folded} length={length}")
                .arguments(&["group", "day", "folded", "length"]),
            Code::new("report.cents", "must have whole cents"),
        ]);

    fn new(arguments: &Arguments<'_>) -> Result<Self, Rejection> {
        let pattern = Pattern::new(arguments.text("pattern").unwrap_or(""), 0)?;
        Ok(Report { pattern, seen: Counter::new("seen")? })
    }

    fn check(&self, value: Value<'_>, row: &Row<'_>) -> Verdict {
        self.seen.add(1);
        let Some(text) = value.text() else {
            let is_multiple = services::is_multiple(value, Literal::Number(0.01));
            return Verdict::pass_if(is_multiple.unwrap_or(false), 1);
        };
        let group = match self.pattern.search::<2>(text, Some(row)) {
            Ok(groups) => groups.and_then(|groups| groups[1]).unwrap_or("-"),
            Err(reason) => return row.undecided(reason),
        };
        let day = services::parse_time(text, services::DAY).map_or(0, |time| time.day);
        let folded = services::normalized(text, services::NFC | services::FOLD);
        let length = services::length(text, services::CHARACTERS).unwrap_or(0);
        row.fail(
            0,
            &[
                Literal::Text(group),
                Literal::Integer(day.into()),
                Literal::Text(&folded.unwrap_or_default()),
                Literal::Integer(length as i64),
            ],
        )
    }
}

plugin!("served", "1.0.0", [Report]);
