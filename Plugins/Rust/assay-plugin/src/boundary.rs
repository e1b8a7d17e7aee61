// SPDX-License-Identifier: Apache-2.0

//! The functions that the host calls. Nothing unwinds out of them.

use crate::abi::*;
use crate::row::tell;
use crate::{Arguments, Row, Rule, Verdict};
use std::any::Any;
use std::ffi::c_void;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::slice;

/// `assay_rule.create` of a rule.
///
/// # Safety
///
/// The arguments are those of the contract.
pub(crate) unsafe extern "C" fn create<R: Rule>(
    _state: *mut c_void,
    call: *const assay_call,
    params: *const assay_value,
    inst: *mut *mut c_void,
) -> assay_rc {
    // SAFETY: by the contract.
    let (call, values) = unsafe { (&*call, arguments(params, R::DEFINITION.parameters.len())) };
    let arguments = Arguments::new(values, R::DEFINITION.parameters);
    match catch_unwind(AssertUnwindSafe(|| R::new(&arguments))) {
        Ok(Ok(rule)) => {
            // SAFETY: the host wants the instance there.
            unsafe { *inst = Box::into_raw(Box::new(rule)).cast() };
            ASSAY_OK
        }
        Ok(Err(refusal)) => tell(call, ASSAY_E_PARAM, &refusal.0),
        Err(panic) => report(call, panic),
    }
}

/// # Safety
///
/// There are `count` values.
unsafe fn arguments<'a>(values: *const assay_value, count: usize) -> &'a [assay_value] {
    // SAFETY: by the caller; a slice must not be at NULL.
    if count == 0 {
        &[]
    } else {
        unsafe { slice::from_raw_parts(values, count) }
    }
}

/// `assay_rule.evaluate` of a rule: a panic leaves the row where it happens undecided, and judging goes
/// on behind it.
///
/// # Safety
///
/// The arguments are those of the contract, and `inst` comes from `create`.
pub(crate) unsafe extern "C" fn evaluate<R: Rule>(
    inst: *const c_void,
    call: *const assay_call,
    batch: *const assay_batch,
    out: *mut assay_verdict,
) -> assay_rc {
    // SAFETY: by the contract.
    let (rule, call, batch) = unsafe { (&*inst.cast::<R>(), &*call, &*batch) };
    // SAFETY: as above; there is a verdict for each row.
    let verdicts = unsafe { slice::from_raw_parts_mut(out, batch.count as usize) };
    let mut index = 0;
    while index < verdicts.len() {
        let judged = catch_unwind(AssertUnwindSafe(|| {
            while index < verdicts.len() {
                // SAFETY: the index is below the count.
                let row = unsafe { Row::new(call, batch, index) };
                set(&mut verdicts[index], rule.check(row.value(), &row));
                index += 1;
            }
        }));
        if let Err(panic) = judged {
            report(call, panic);
            set(&mut verdicts[index], Verdict::UNDECIDED);
            index += 1;
        }
    }
    ASSAY_OK
}

fn set(out: &mut assay_verdict, verdict: Verdict) {
    out.status = verdict.status;
    out.code = verdict.code;
}

/// `assay_rule.destroy` of a rule.
///
/// # Safety
///
/// `inst` comes from `create` and is not used any more.
pub(crate) unsafe extern "C" fn destroy<R: Rule>(inst: *mut c_void) {
    // SAFETY: by the caller.
    let rule = unsafe { Box::from_raw(inst.cast::<R>()) };
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| drop(rule))) {
        std::mem::forget(panic);
    }
}

/// Tells the host the text of a panic.
fn report(call: &assay_call, panic: Box<dyn Any + Send>) -> assay_rc {
    let text = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a panic without a text");
    tell(call, ASSAY_E_INTERNAL, text);
    // Its own end could panic again.
    std::mem::forget(panic);
    ASSAY_E_INTERNAL
}
