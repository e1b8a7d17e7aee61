// SPDX-License-Identifier: Apache-2.0

//! fleet-rust.uniqueKeys: an array of objects that differ in one member.

use assay_plugin::{Arguments, Code, Definition, Example, Kinds, Literal, Parameter};
use assay_plugin::{Rejection, Row, Rule, Settings, Value, Verdict};
use std::collections::HashMap;

const MISSING: u32 = 0;
const DUPLICATE: u32 = 1;
const KEY_BYTES: usize = 1024;

pub struct UniqueKeys {
    key: String,
    /// The key as a token of a JSON Pointer (RFC 6901).
    token: String,
}

/// The key of an element.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Identity<'a> {
    Integer(i64),
    Text(&'a str),
}

impl<'a> Identity<'a> {
    fn of(value: Value<'a>) -> Option<Self> {
        let text = || value.text().filter(|text| text.len() <= KEY_BYTES).map(Identity::Text);
        value.integer().map(Identity::Integer).or_else(text)
    }

    fn argument(self) -> Literal<'a> {
        match self {
            Identity::Integer(number) => number.into(),
            Identity::Text(text) => text.into(),
        }
    }
}

impl<S: Settings> Rule<S> for UniqueKeys {
    const DEFINITION: Definition =
        Definition::new("uniqueKeys", "An array of objects that differ in one member")
            .kinds(Kinds::ARRAY)
            .parameters(&[Parameter::text("key", "the name of the member").required()])
            .codes(&[
                Code::new(
                    "uniqueKeys.missing",
                    "must be an object with an integer or a text of at most 1024 bytes as {key}",
                )
                .translations(&[(
                    "de",
                    "muss ein Objekt mit einer ganzen Zahl oder einem Text von höchstens 1024 \
                     Bytes als {key} sein",
                )]),
                Code::new(
                    "uniqueKeys.duplicate",
                    "must be unique: element {first} has {duplicate} too",
                )
                .arguments(&["duplicate", "first"])
                .translations(&[(
                    "de",
                    "muss eindeutig sein: auch Element {first} hat {duplicate}",
                )]),
            ])
            .examples(&[
                Example::valid("[]", "uniqueKeys(\"id\")"),
                Example::valid("[{\"id\": 1}, {\"id\": \"1\"}, {\"id\": 2}]", "uniqueKeys(\"id\")"),
                Example::invalid(
                    DUPLICATE,
                    "[{\"id\": 1}, {\"id\": 2}, {\"id\": 1}]",
                    "uniqueKeys(\"id\")",
                ),
                Example::invalid(MISSING, "[{\"id\": 1}, {\"name\": 1}]", "uniqueKeys(\"id\")"),
                Example::invalid(MISSING, "[{\"id\": 1}, 1]", "uniqueKeys(\"id\")"),
                Example::invalid(MISSING, "[{\"id\": 1.5}]", "uniqueKeys(\"id\")"),
            ]);

    fn new(arguments: &Arguments<S>) -> Result<Self, Rejection> {
        let key = arguments.text("key").ok_or("no key")?.to_owned();
        let token = format!("/{}", key.replace('~', "~0").replace('/', "~1"));
        Ok(UniqueKeys { key, token })
    }

    fn check(&self, value: Value, row: &Row) -> Verdict {
        let mut seen = HashMap::with_capacity(value.len());
        for index in 0..value.len() {
            let member = value.element(index).and_then(|element| element.member(&self.key));
            let Some(identity) = member.and_then(Identity::of) else {
                return row.fail_at(MISSING, &format!("/{index}"), &[]);
            };
            if let Some(first) = seen.insert(identity, index as i64) {
                let path = format!("/{index}{}", self.token);
                return row.fail_at(DUPLICATE, &path, &[identity.argument(), first.into()]);
            }
        }
        Verdict::PASS
    }
}
