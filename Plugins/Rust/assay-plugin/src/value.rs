// SPDX-License-Identifier: Apache-2.0

//! Values as a rule sees them, and values of an author's own.

use crate::abi::*;
use crate::Parameter;
use std::slice;
use std::sync::Arc;

/// A value, borrowed from the record for the duration of one call.
#[derive(Clone, Copy)]
pub struct Value<'a>(&'a assay_value);

impl<'a> Value<'a> {
    /// Wraps a value whose texts, elements and members live as long as it does.
    ///
    /// # Safety
    ///
    /// `value` keeps to the contract: what its kind says is what it holds.
    pub(crate) unsafe fn new(value: &'a assay_value) -> Self {
        Value(value)
    }

    /// The value in C's layout.
    pub(crate) fn raw(self) -> &'a assay_value {
        self.0
    }

    /// The number of `ASSAY_ABSENT`, `ASSAY_NULL` and so on.
    pub fn kind(self) -> u32 {
        self.0.kind
    }

    /// The record has no such field.
    pub fn is_absent(self) -> bool {
        self.kind() == ASSAY_ABSENT
    }

    /// The truth value, or nothing for another kind.
    pub fn boolean(self) -> Option<bool> {
        // SAFETY: any eight bytes are an i64.
        (self.kind() == ASSAY_BOOL).then_some(unsafe { self.0.r#as.i64 } != 0)
    }

    /// The whole number, or nothing for another kind and for numbers above `i64::MAX`.
    pub fn integer(self) -> Option<i64> {
        // SAFETY: any eight bytes are an i64.
        (self.kind() == ASSAY_I64).then_some(unsafe { self.0.r#as.i64 })
    }

    /// A whole number above `i64::MAX`, or nothing.
    pub fn unsigned(self) -> Option<u64> {
        // SAFETY: any eight bytes are a u64.
        (self.kind() == ASSAY_U64).then_some(unsafe { self.0.r#as.u64 })
    }

    /// The nearest double of a number, or nothing for another kind and beyond the range of a double.
    pub fn number(self) -> Option<f64> {
        match self.kind() {
            ASSAY_I64 => self.integer().map(|number| number as f64),
            ASSAY_U64 => self.unsigned().map(|number| number as f64),
            // SAFETY: any eight bytes are an f64.
            ASSAY_F64 => Some(unsafe { self.0.r#as.f64 }),
            _ => None,
        }
    }

    /// A string, or nothing for another kind.
    pub fn text(self) -> Option<&'a str> {
        (self.kind() == ASSAY_STR).then(|| self.characters())
    }

    /// The digits of a number beyond the range of a double, or nothing for another kind.
    pub fn decimal(self) -> Option<&'a str> {
        (self.kind() == ASSAY_DECIMAL).then(|| self.characters())
    }

    fn characters(self) -> &'a str {
        // SAFETY: the host gives `len` bytes of UTF-8; NULL only for none.
        unsafe { text_of(assay_str { ptr: self.0.r#as.ptr, len: self.0.len }) }
    }

    /// The number of elements or members; 0 for other kinds.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(self) -> usize {
        if matches!(self.kind(), ASSAY_ARRAY | ASSAY_OBJECT) {
            self.0.len as usize
        } else {
            0
        }
    }

    /// The element of an array; nothing for other kinds and beyond the end.
    pub fn element(self, index: usize) -> Option<Value<'a>> {
        // SAFETY: `items` has `len` elements.
        (self.kind() == ASSAY_ARRAY && index < self.len())
            .then(|| Value(unsafe { &*self.0.r#as.items.add(index) }))
    }

    /// The key and the value of a member of an object; nothing for other kinds and beyond the end.
    pub fn member_at(self, index: usize) -> Option<(&'a str, Value<'a>)> {
        if self.kind() != ASSAY_OBJECT || index >= self.len() {
            return None;
        }
        // SAFETY: `members` has `len` members, whose keys are UTF-8.
        let member = unsafe { &*self.0.r#as.members.add(index) };
        Some((unsafe { text_of(member.key) }, Value(&member.value)))
    }

    /// The last member of an object with this key.
    pub fn member(self, key: &str) -> Option<Value<'a>> {
        let members = (0..self.len()).rev().filter_map(|index| self.member_at(index));
        members.into_iter().find(|(other, _)| *other == key).map(|(_, value)| value)
    }
}

/// # Safety
///
/// `text` is UTF-8 that lives for `'a`.
pub(crate) unsafe fn text_of<'a>(text: assay_str) -> &'a str {
    if text.len == 0 {
        return "";
    }
    // SAFETY: by the caller.
    unsafe { std::str::from_utf8_unchecked(slice::from_raw_parts(text.ptr, text.len as usize)) }
}

/// Another field of the record, to be looked up in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field(pub(crate) u64);

/// The arguments of one use of a rule, or the settings of a plugin: of the declared types, defaults
/// filled in. `S` is the type of the plugin's settings.
pub struct Arguments<'a, S = ()> {
    values: &'a [assay_value],
    parameters: &'static [Parameter],
    settings: &'a Arc<S>,
}

impl<'a, S> Arguments<'a, S> {
    pub(crate) fn new(
        values: &'a [assay_value],
        parameters: &'static [Parameter],
        settings: &'a Arc<S>,
    ) -> Self {
        Arguments { values, parameters, settings }
    }

    /// The settings of the plugin, which all its rules share.
    pub fn settings(&self) -> &'a Arc<S> {
        self.settings
    }

    /// The argument for a parameter of any type; nothing when none was given and there is no
    /// default.
    pub fn value(&self, name: &str) -> Option<Value<'a>> {
        let index = self.parameters.iter().position(|parameter| parameter.name == name)?;
        let value = self.values.get(index).map(Value)?;
        (!value.is_absent()).then_some(value)
    }

    /// A string, or the source of a pattern.
    pub fn text(&self, name: &str) -> Option<&'a str> {
        self.value(name)?.text()
    }

    /// An integer.
    pub fn integer(&self, name: &str) -> Option<i64> {
        self.value(name)?.integer()
    }

    /// A number.
    pub fn number(&self, name: &str) -> Option<f64> {
        self.value(name)?.number()
    }

    /// False when it was not given and has no default.
    pub fn boolean(&self, name: &str) -> bool {
        self.value(name).and_then(Value::boolean).unwrap_or(false)
    }

    /// The index of the chosen name.
    pub fn choice(&self, name: &str) -> Option<usize> {
        self.integer(name).and_then(|index| index.try_into().ok())
    }

    /// Another field; a field that was not named is absent in every row.
    pub fn field(&self, name: &str) -> Field {
        Field(self.integer(name).and_then(|index| index.try_into().ok()).unwrap_or(u64::MAX))
    }
}

/// A value of an author's own: an argument of a message, a default.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Literal<'a> {
    /// A truth value.
    Boolean(bool),
    /// A whole number.
    Integer(i64),
    /// A number.
    Number(f64),
    /// A text.
    Text(&'a str),
}

impl Literal<'_> {
    /// The literal in C's layout, which borrows a text.
    pub(crate) fn raw(&self) -> assay_value {
        let (kind, r#as, len) = match *self {
            Literal::Boolean(truth) => (ASSAY_BOOL, assay_value_as { i64: truth.into() }, 0),
            Literal::Integer(number) => (ASSAY_I64, assay_value_as { i64: number }, 0),
            Literal::Number(number) => (ASSAY_F64, assay_value_as { f64: number }, 0),
            Literal::Text(text) => (ASSAY_STR, assay_value_as { ptr: text.as_ptr() }, text.len()),
        };
        assay_value { kind, flags: 0, r#as, len: len as u64 }
    }
}

impl From<bool> for Literal<'_> {
    fn from(truth: bool) -> Self {
        Literal::Boolean(truth)
    }
}

impl From<i64> for Literal<'_> {
    fn from(number: i64) -> Self {
        Literal::Integer(number)
    }
}

impl From<f64> for Literal<'_> {
    fn from(number: f64) -> Self {
        Literal::Number(number)
    }
}

impl<'a> From<&'a str> for Literal<'a> {
    fn from(text: &'a str) -> Self {
        Literal::Text(text)
    }
}

/// A text in C's layout.
pub(crate) fn raw_text(text: &str) -> assay_str {
    assay_str { ptr: text.as_ptr(), len: text.len() as u64 }
}
