// SPDX-License-Identifier: Apache-2.0

//! A row of a batch, and what is said of it.

use crate::abi::*;
use crate::value::raw_text;
use crate::{Field, Literal, Value};
use std::mem::offset_of;
use std::slice;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// The decision of a rule about a value.
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
    /// Leaves the batch, because `Row::is_cancelled`: no row of it gets a verdict.
    pub const CANCELLED: Verdict = Verdict { status: u32::MAX, code: 0 };
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

/// The severity of a line in the host's log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Level {
    Trace = ASSAY_LOG_TRACE as isize,
    Debug = ASSAY_LOG_DEBUG as isize,
    Info = ASSAY_LOG_INFO as isize,
    Warning = ASSAY_LOG_WARNING as isize,
    Error = ASSAY_LOG_ERROR as isize,
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

    /// Writes a line for the host's log.
    pub fn log(&self, level: Level, message: &str) {
        // SAFETY: the host copies the text before it returns.
        unsafe { (self.call.log)(self.call, level as u32, raw_text(message)) };
    }

    /// The time that the call may still take, zero after its deadline, or nothing if it has none.
    pub fn remaining(&self) -> Option<Duration> {
        let deadline = self.deadline()?;
        Some(deadline.saturating_sub(monotonic_time()))
    }

    /// The time when the call has to end, by the clock `CLOCK_MONOTONIC`, or nothing if it has no
    /// deadline.
    pub fn deadline(&self) -> Option<Duration> {
        (self.call.deadline_ns != 0).then(|| Duration::from_nanos(self.call.deadline_ns))
    }

    /// Returns `true` if the host has cancelled the call, or its deadline has passed: a rule with
    /// long work then returns `Verdict::CANCELLED`.
    pub fn is_cancelled(&self) -> bool {
        // SAFETY: NULL, or a number that the host writes atomically during the call.
        let cancelled = unsafe { self.call.cancelled.cast::<AtomicU32>().as_ref() };
        cancelled.is_some_and(|flag| flag.load(Ordering::Relaxed) != 0)
            || self.remaining().is_some_and(|left| left.is_zero())
    }

    /// Memory of the host, zeroed, that ends with the call; nothing when there is no more (64 MiB for
    /// a call).
    #[allow(clippy::mut_from_ref)] // each call returns other memory
    pub fn scratch(&self, bytes: usize) -> Option<&'a mut [u8]> {
        // SAFETY: by the contract; the memory is nowhere else, and stays until the call returns.
        unsafe {
            let memory = (self.call.scratch)(self.call, bytes as u64).cast::<u8>();
            if memory.is_null() {
                return None;
            }
            memory.write_bytes(0, bytes);
            Some(slice::from_raw_parts_mut(memory, bytes))
        }
    }

    /// The rule cannot decide, and says why.
    pub fn undecided(&self, reason: &str) -> Verdict {
        tell_at(self.call, self.index, ASSAY_E_INTERNAL, reason);
        Verdict::UNDECIDED
    }
}

/// The time of the clock that deadlines are in.
fn monotonic_time() -> Duration {
    #[repr(C)]
    struct Time {
        seconds: i64,
        nanoseconds: i64,
    }
    extern "C" {
        fn clock_gettime(clock: i32, time: *mut Time) -> i32;
    }
    const CLOCK_MONOTONIC: i32 = 1;
    let mut time = Time { seconds: 0, nanoseconds: 0 };
    // SAFETY: the function writes the time, of two numbers of 64 bits on every machine that hosts know.
    unsafe { clock_gettime(CLOCK_MONOTONIC, &mut time) };
    Duration::new(time.seconds as u64, time.nanoseconds as u32)
}

/// Says why a function fails; returns `rc`.
pub(crate) fn tell(call: &assay_call, rc: assay_rc, reason: &str) -> assay_rc {
    // SAFETY: the host copies the text before it returns.
    unsafe { (call.error)(call, rc, raw_text(reason)) };
    rc
}

/// Says why a row of a batch is undecided; returns `rc`.
///
/// A host of a version before 1.2 takes it for all undecided rows of the batch.
pub(crate) fn tell_at(call: &assay_call, row: usize, rc: assay_rc, reason: &str) -> assay_rc {
    if call.struct_size as usize <= offset_of!(assay_call, error_at) {
        return tell(call, rc, reason);
    }
    // SAFETY: the host has the function, and copies the text before it returns.
    unsafe { (call.error_at)(call, row as u32, rc, raw_text(reason)) };
    rc
}
