// SPDX-License-Identifier: Apache-2.0

//! The plugin `calls` in Rust: `KitCallTests.swift` says what its rule does with what a call offers.

use assay_plugin::{plugin, About, Arguments, Code, Definition, Example, Kinds, Level, Literal};
use assay_plugin::{Parameter, Rejection, Row, Rule, Settings, Value, Verdict};

struct Day;

impl Settings for Day {
    const PARAMETERS: &'static [Parameter] =
        &[Parameter::integer("hours", "not used").or(Literal::Integer(8))];

    fn new(_: &Arguments<'_>) -> Result<Self, Rejection> {
        Ok(Day)
    }
}

struct Work;

impl Rule<Day> for Work {
    const DEFINITION: Definition = Definition::new("work", "Works")
        .deprecated("the rule play")
        .kinds(Kinds::INTEGER)
        .parameters(&[Parameter::field("other", "not used")])
        .codes(&[Code::new("work.none", "must work").deprecated("play.none")])
        .examples(&[Example::valid("1", "work(there)")
            .with_fields("{\"there\": 2}")
            .with_settings("{\"hours\": 3}")]);

    fn new(_: &Arguments<'_, Day>) -> Result<Self, Rejection> {
        Ok(Work)
    }

    fn check(&self, value: Value<'_>, row: &Row<'_>) -> Verdict {
        if row.is_cancelled() {
            return Verdict::CANCELLED;
        }
        row.log(Level::Info, "working");
        match row.scratch(value.integer().unwrap_or(0) as usize) {
            Some(memory) => Verdict::pass_if(memory.iter().all(|byte| *byte == 0), 0),
            None => row.undecided("no memory"),
        }
    }
}

plugin!("calls", "1.0.0",
    about: About::new()
        .vendor("The Company")
        .url("https://company.example")
        .license("MIT")
        .minimum_host("0.1.0"),
    settings: Day, [Work]);
