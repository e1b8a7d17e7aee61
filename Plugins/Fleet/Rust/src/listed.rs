// SPDX-License-Identifier: Apache-2.0

//! fleet-rust.listed: one of the words of the settings.

use crate::words::Words;
use assay_plugin::{Arguments, Code, Definition, Example, Kinds};
use assay_plugin::{Rejection, Row, Rule, Value, Verdict};
use std::sync::Arc;

const UNKNOWN: u32 = 0;

pub struct Listed(Arc<Words>);

impl Rule<Words> for Listed {
    const DEFINITION: Definition = Definition::new("listed", "One of the words of the settings")
        .kinds(Kinds::STRING)
        .codes(&[Code::new("listed.unknown", "must be one of {count} {count:word|words}")
            .arguments(&["count"])
            .translations(&[("de", "muss eines von {count} {count:Wort|Wörtern} sein")])])
        .examples(&[
            Example::valid("\"van\"", "listed"),
            Example::invalid(UNKNOWN, "\"Van\"", "listed"),
            Example::invalid(UNKNOWN, "\"\"", "listed"),
            Example::valid("\"Van\"", "listed").with_settings("{\"caseSensitive\": false}"),
            Example::invalid(UNKNOWN, "\"van\"", "listed")
                .with_settings("{\"words\": \"tram bus\"}"),
        ]);

    fn new(arguments: &Arguments<Words>) -> Result<Self, Rejection> {
        Ok(Listed(Arc::clone(arguments.settings())))
    }

    fn check(&self, value: Value, row: &Row) -> Verdict {
        if value.text().is_some_and(|text| self.0.contains(text)) {
            Verdict::PASS
        } else {
            row.fail(UNKNOWN, &[(self.0.count() as i64).into()])
        }
    }
}
