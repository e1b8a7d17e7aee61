// SPDX-License-Identifier: Apache-2.0

//! A row of a batch, and what is said of it.

use crate::abi::*;
use crate::value::raw_text;
use crate::{Field, Literal, Value};

/// What a rule says of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    pub(crate) status: u32,
    pub(crate) code: u32,
}

impl Verdict {
    /// The value keeps to the rule.
    pub const PASS: Verdict = Verdict { status: ASSAY_PASS, code: 0 };
    /// The rule does not apply to the value.
    pub const SKIP: Verdict = Verdict { status: ASSAY_SKIP, code: 0 };
    pub(crate) const UNDECIDED: Verdict = Verdict { status: ASSAY_UNDECIDED, code: 0 };

    /// The value breaks the rule; `code` is an index into the definition's codes.
    pub const fn fail(code: u32) -> Verdict {
        Verdict { status: ASSAY_FAIL, code }
    }

    /// Passes if the condition holds, else fails with `code`.
    pub const fn pass_if(condition: bool, code: u32) -> Verdict {
        if condition {
            Self::PASS
        } else {
            Self::fail(code)
        }
    }
}

/// One row of a batch: the value, the other fields, and what is said of them.
pub struct Row<'a> {
    pub(crate) call: &'a assay_call,
    batch: &'a assay_batch,
    index: usize,
}

impl<'a> Row<'a> {
    /// # Safety
    ///
    /// `call` and `batch` keep to the contract, and `index` is below `batch.count`.
    pub(crate) unsafe fn new(call: &'a assay_call, batch: &'a assay_batch, index: usize) -> Self {
        Row { call, batch, index }
    }

    /// The value of the field that the rule is attached to.
    pub fn value(&self) -> Value<'a> {
        self.column(0)
    }

    /// The value of a field that an argument names; nothing where the record has none.
    pub fn field(&self, field: Field) -> Option<Value<'a>> {
        let is_there = field.0 < u64::from(self.batch.column_count);
        let value = is_there.then(|| self.column(field.0 as usize))?;
        (!value.is_absent()).then_some(value)
    }

    fn column(&self, column: usize) -> Value<'a> {
        // SAFETY: each of the batch's columns has a value for each row.
        unsafe { Value::new(&*(*self.batch.columns.add(column)).add(self.index)) }
    }

    /// Fails with arguments of the code's message, in the order of its argument names.
    pub fn fail(&self, code: u32, arguments: &[Literal]) -> Verdict {
        self.fail_at(code, "", arguments)
    }

    /// The same at a JSON Pointer below the value.
    pub fn fail_at(&self, code: u32, path: &str, arguments: &[Literal]) -> Verdict {
        let values: Vec<assay_value> = arguments.iter().map(Literal::raw).collect();
        // SAFETY: the host copies all before it returns.
        unsafe {
            (self.call.args)(
                self.call,
                self.index as u32,
                raw_text(path),
                values.as_ptr(),
                values.len() as u32,
            );
        }
        Verdict::fail(code)
    }

    /// The rule cannot decide, and says why.
    pub fn undecided(&self, reason: &str) -> Verdict {
        tell(self.call, ASSAY_E_INTERNAL, reason);
        Verdict::UNDECIDED
    }
}

/// Says why a function fails or a row is undecided; returns `rc`.
pub(crate) fn tell(call: &assay_call, rc: assay_rc, reason: &str) -> assay_rc {
    // SAFETY: the host copies the text before it returns.
    unsafe { (call.error)(call, rc, raw_text(reason)) };
    rc
}
