// SPDX-License-Identifier: Apache-2.0

//! The smallest plugin: one rule, `template.even`, for integers. Build:
//!     cargo build --release --offline

use assay_plugin::{plugin, Arguments, Code, Definition, Example, Kinds};
use assay_plugin::{Rejection, Row, Rule, Value, Verdict};

struct Even;

impl Rule for Even {
    const DEFINITION: Definition = Definition::new("even", "An even integer")
        .kinds(Kinds::INTEGER)
        .codes(&[Code::new("even.odd", "must be even")])
        .examples(&[Example::valid("2", "even"), Example::invalid(0, "-3", "even")]);

    fn new(_: &Arguments) -> Result<Self, Rejection> {
        Ok(Even)
    }

    fn check(&self, value: Value, _: &Row) -> Verdict {
        Verdict::pass_if(value.integer().is_some_and(|number| number % 2 == 0), 0)
    }
}

plugin!("template", "1.0.0", [Even]);
