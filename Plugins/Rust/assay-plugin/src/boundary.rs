// SPDX-License-Identifier: Apache-2.0

//! The functions that the host calls. Nothing unwinds out of them.

use crate::abi::*;
use crate::row::{tell, tell_at};
use crate::{Arguments, Row, Rule, Settings, Verdict};
use std::any::Any;
use std::ffi::c_void;
use std::mem::ManuallyDrop;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::slice;
use std::sync::Arc;

/// `assay_plugin.init` of a plugin with settings of type `S`.
///
/// # Safety
///
/// The arguments are those of the contract.
pub(crate) unsafe extern "C" fn init<S: Settings>(
    _host: *const assay_host,
    call: *const assay_call,
    config: *const assay_value,
    state: *mut *mut c_void,
) -> assay_rc {
    // SAFETY: by the contract; the configuration is an object with a member for each setting.
    let (call, values) = unsafe { (&*call, settings(&*config, S::PARAMETERS.len())) };
    let nothing = Arc::new(());
    let given = Arguments::new(&values, S::PARAMETERS, &nothing);
    match catch_unwind(AssertUnwindSafe(|| S::new(&given))) {
        Ok(Ok(settings)) => {
            // SAFETY: the host wants the state there.
            unsafe { *state = Arc::into_raw(Arc::new(settings)).cast_mut().cast() };
            ASSAY_OK
        }
        Ok(Err(rejection)) => tell(call, ASSAY_E_CONFIG, &rejection.0),
        Err(panic) => report(call, None, panic),
    }
}

/// # Safety
///
/// `config` is an object with `count` members.
unsafe fn settings(config: &assay_value, count: usize) -> Vec<assay_value> {
    // SAFETY: by the caller.
    (0..count).map(|index| unsafe { (*config.r#as.members.add(index)).value }).collect()
}

/// `assay_plugin.shutdown` of a plugin with settings of type `S`.
///
/// # Safety
///
/// `state` comes from `init` and is not used any more.
pub(crate) unsafe extern "C" fn shutdown<S: Settings>(state: *mut c_void) {
    // SAFETY: by the caller.
    let settings = unsafe { Arc::from_raw(state.cast_const().cast::<S>()) };
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| drop(settings))) {
        std::mem::forget(panic);
    }
}

/// `assay_rule.create` of a rule.
///
/// # Safety
///
/// The arguments are those of the contract, and `state` comes from `init`.
pub(crate) unsafe extern "C" fn create<S: Settings, R: Rule<S>>(
    state: *mut c_void,
    call: *const assay_call,
    params: *const assay_value,
    inst: *mut *mut c_void,
) -> assay_rc {
    // SAFETY: by the contract.
    let (call, values) = unsafe { (&*call, arguments(params, R::DEFINITION.parameters.len())) };
    // SAFETY: the state keeps its own reference until `shutdown`.
    let settings = ManuallyDrop::new(unsafe { Arc::from_raw(state.cast_const().cast::<S>()) });
    let arguments = Arguments::new(values, R::DEFINITION.parameters, &settings);
    match catch_unwind(AssertUnwindSafe(|| R::new(&arguments))) {
        Ok(Ok(rule)) => {
            // SAFETY: the host wants the instance there.
            unsafe { *inst = Box::into_raw(Box::new(rule)).cast() };
            ASSAY_OK
        }
        Ok(Err(rejection)) => tell(call, ASSAY_E_PARAM, &rejection.0),
        Err(panic) => report(call, None, panic),
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

/// `assay_rule.evaluate` of a rule: a panic leaves the row where it happens undecided, and checking goes
/// on after it.
///
/// # Safety
///
/// The arguments are those of the contract, and `inst` comes from `create`.
pub(crate) unsafe extern "C" fn evaluate<S: Settings, R: Rule<S>>(
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
        let checked = catch_unwind(AssertUnwindSafe(|| {
            while index < verdicts.len() {
                // SAFETY: the index is below the count.
                let row = unsafe { Row::new(call, batch, index) };
                let verdict = rule.check(row.value(), &row);
                if verdict == Verdict::CANCELLED {
                    return ASSAY_E_CANCELLED;
                }
                set(&mut verdicts[index], verdict);
                index += 1;
            }
            ASSAY_OK
        }));
        match checked {
            Ok(ASSAY_OK) => {}
            Ok(result) => return result,
            Err(panic) => {
                report(call, Some(index), panic);
                set(&mut verdicts[index], Verdict::UNDECIDED);
                index += 1;
            }
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
pub(crate) unsafe extern "C" fn destroy<R>(inst: *mut c_void) {
    // SAFETY: by the caller.
    let rule = unsafe { Box::from_raw(inst.cast::<R>()) };
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| drop(rule))) {
        std::mem::forget(panic);
    }
}

/// Tells the host the text of a panic, and the row of the batch that it is about.
fn report(call: &assay_call, row: Option<usize>, panic: Box<dyn Any + Send>) -> assay_rc {
    let text = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a panic without a text");
    match row {
        Some(row) => tell_at(call, row, ASSAY_E_INTERNAL, text),
        None => tell(call, ASSAY_E_INTERNAL, text),
    };
    // Its own end could panic again.
    std::mem::forget(panic);
    ASSAY_E_INTERNAL
}
