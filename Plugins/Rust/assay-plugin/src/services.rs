// SPDX-License-Identifier: Apache-2.0

//! The services of a host (`assay_services.h`): its own patterns, dates, numbers and texts, and
//! counters.
//!
//! ```ignore
//! struct Plate {
//!     form: Pattern,
//!     seen: Counter,
//! }
//!
//! fn new(_: &Arguments<'_>) -> Result<Self, Rejection> {
//!     let form = Pattern::new("^[A-Z]{1,3}-[A-Z]{1,2} [0-9]{1,4}$", 0)?;
//!     Ok(Plate { form, seen: Counter::new("plates")? })
//! }
//!
//! fn check(&self, value: Value<'_>, row: &Row<'_>) -> Verdict {
//!     self.seen.add(1);
//!     match self.form.matches(value.text().unwrap_or(""), Some(row)) {
//!         Ok(is_plate) => Verdict::pass_if(is_plate, 0),
//!         Err(reason) => row.undecided(reason),
//!     }
//! }
//! ```
//!
//! Make patterns and counters in `new`; use them on any thread. A host without a service makes a
//! `Rejection`, or nothing.

use crate::abi::{
    assay_call, assay_host, assay_rc, assay_str, assay_value, ASSAY_E_INTERNAL, ASSAY_E_NOMEM,
    ASSAY_OK,
};
use crate::value::{raw_text, text_of};
use crate::{Literal, Rejection, Row, Value};
use std::ffi::{c_void, CStr};
use std::mem::{offset_of, size_of};
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

/// The host that the entry function received.
pub(crate) static HOST: AtomicPtr<assay_host> = AtomicPtr::new(ptr::null_mut());

/// The directory of the plugin's data files, without a slash at its end; empty with a host of version 1.1.
pub fn directory() -> String {
    let host = HOST.load(Ordering::Acquire);
    let end = offset_of!(assay_host, directory) + size_of::<assay_str>();
    // SAFETY: the host lives as long as the process, and says how large it is.
    let path = unsafe {
        if host.is_null() || ((*host).struct_size as usize) < end {
            return String::new();
        }
        (*host).directory
    };
    if path.ptr.is_null() {
        return String::new();
    }
    // SAFETY: the text is the host's, and stays.
    let bytes = unsafe { std::slice::from_raw_parts(path.ptr, path.len as usize) };
    String::from_utf8_lossy(bytes).into_owned()
}

/// Letters match in either case; an option of a pattern.
pub const IGNORE_CASE: u32 = 1 << 0;
/// `^` and `$` also match at line breaks.
pub const MULTILINE: u32 = 1 << 1;
/// `.` also matches a line feed.
pub const DOT_ALL: u32 = 1 << 2;
/// White space and comments in the pattern are ignored.
pub const EXTENDED: u32 = 1 << 3;
/// Plain parentheses do not capture.
pub const NO_AUTO_CAPTURE: u32 = 1 << 4;
/// The text from its first to its last byte has to match.
pub const WHOLE: u32 = 1 << 8;

/// Full case folding, alone or with one of the forms.
pub const FOLD: u32 = 1 << 8;
/// A form of UAX #15.
pub const NFC: u32 = 1;
/// A form of UAX #15.
pub const NFD: u32 = 2;
/// A form of UAX #15.
pub const NFKC: u32 = 3;
/// A form of UAX #15.
pub const NFKD: u32 = 4;

/// Extended grapheme clusters: a unit of `length`.
pub const CHARACTERS: u32 = 1;
/// Unicode code points.
pub const CODE_POINTS: u32 = 2;
/// UTF-16 code units.
pub const UTF16: u32 = 3;
/// Bytes of UTF-8.
pub const BYTES: u32 = 4;

/// The form of the rule `date`.
pub const DATE: u32 = 1;
/// The form of the rule `time`.
pub const TIME: u32 = 2;
/// The form of the rule `dateTime`.
pub const DATE_TIME: u32 = 3;
/// The form of `before` and `after`: a date, whatever follows it.
pub const DAY: u32 = 4;

#[repr(C)]
#[derive(Clone, Copy)]
struct RawPattern {
    number: u64,
}

#[repr(C)]
struct PatternError {
    struct_size: u32,
    reserved: u32,
    offset: u64,
    message: assay_str,
}

#[repr(C)]
#[derive(Clone, Copy)]
struct Range {
    start: u64,
    end: u64,
}

#[repr(C)]
struct PatternService {
    struct_size: u32,
    reserved: u32,
    compile: unsafe extern "C" fn(
        *const assay_host,
        assay_str,
        u32,
        *mut RawPattern,
        *mut PatternError,
    ) -> assay_rc,
    release: unsafe extern "C" fn(RawPattern) -> assay_rc,
    r#match: unsafe extern "C" fn(RawPattern, *const assay_call, assay_str) -> i32,
    match_values: unsafe extern "C" fn(
        RawPattern,
        *const assay_call,
        *const assay_value,
        u32,
        *mut i32,
    ) -> assay_rc,
    search: unsafe extern "C" fn(RawPattern, *const assay_call, assay_str, *mut Range, u32) -> i32,
    reason: unsafe extern "C" fn(i32) -> assay_str,
}

/// The parts of a date or time, as `assay_services.h` describes them.
#[repr(C)]
#[allow(missing_docs)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Time {
    pub parts: u32,
    pub year: i32,
    pub month: u32,
    pub day: u32,
    pub hour: u32,
    pub minute: u32,
    pub second: u32,
    pub nanosecond: u32,
    pub offset_minutes: i32,
    reserved: u32,
    pub unix_seconds: i64,
}

#[repr(C)]
struct TimeService {
    struct_size: u32,
    reserved: u32,
    parse: unsafe extern "C" fn(assay_str, u32, u32, *mut Time) -> i32,
    parse_format: unsafe extern "C" fn(assay_str, assay_str, u32, *mut Time) -> i32,
    compare: unsafe extern "C" fn(*const Time, *const Time, *mut i32) -> assay_rc,
}

#[repr(C)]
struct NumberService {
    struct_size: u32,
    reserved: u32,
    parse: unsafe extern "C" fn(assay_str, *mut assay_value) -> assay_rc,
    compare: unsafe extern "C" fn(*const assay_value, *const assay_value, *mut i32) -> assay_rc,
    multiple_of: unsafe extern "C" fn(*const assay_value, *const assay_value, *mut u32) -> assay_rc,
    digits: unsafe extern "C" fn(*const assay_value, *mut u64, *mut u64) -> assay_rc,
}

type TakeText = unsafe extern "C" fn(*mut c_void, assay_str) -> assay_rc;

#[repr(C)]
struct TextService {
    struct_size: u32,
    reserved: u32,
    normalize: unsafe extern "C" fn(assay_str, u32, Option<TakeText>, *mut c_void) -> assay_rc,
    length: unsafe extern "C" fn(assay_str, u32, *mut u64) -> assay_rc,
    check: unsafe extern "C" fn(assay_str, *mut u64) -> assay_rc,
    unicode_version: u32,
    reserved1: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
struct RawCounter {
    number: u64,
}

#[repr(C)]
struct CounterService {
    struct_size: u32,
    reserved: u32,
    open: unsafe extern "C" fn(*const assay_host, assay_str, *mut RawCounter) -> assay_rc,
    add: unsafe extern "C" fn(RawCounter, u64) -> assay_rc,
}

const _: () = {
    assert!(size_of::<PatternError>() == 32 && offset_of!(PatternError, message) == 16);
    assert!(size_of::<PatternService>() == 56 && offset_of!(PatternService, reason) == 48);
    assert!(size_of::<Time>() == 48 && offset_of!(Time, unix_seconds) == 40);
    assert!(size_of::<TimeService>() == 32 && size_of::<NumberService>() == 40);
    assert!(size_of::<TextService>() == 40 && offset_of!(TextService, unicode_version) == 32);
    assert!(size_of::<CounterService>() == 24);
};

/// The table under an id, if the host has it with all that this crate knows.
fn find<T>(id: &CStr) -> Option<&'static T> {
    let host = HOST.load(Ordering::Acquire);
    // SAFETY: the host and its tables stay for the life of the process; a table begins with its size.
    unsafe {
        let table = (host.as_ref()?.extension)(host, id.as_ptr());
        let size = table.cast::<u32>().as_ref()?;
        (*size as usize >= size_of::<T>()).then(|| &*table.cast::<T>())
    }
}

fn missing(id: &CStr) -> Rejection {
    Rejection(format!("this host does not have the service {}", id.to_string_lossy()))
}

fn static_text(text: assay_str) -> &'static str {
    // SAFETY: texts of services are UTF-8 that stays for the life of the process.
    unsafe { text_of(text) }
}

/// A compiled pattern, which is released when it is dropped.
pub struct Pattern {
    table: &'static PatternService,
    raw: RawPattern,
}

impl Pattern {
    const ID: &'static CStr = c"assay.pattern/1";

    /// Compiles a pattern of the rule `regex` with options such as `WHOLE`; says what is wrong, and
    /// where.
    pub fn new(source: &str, options: u32) -> Result<Pattern, Rejection> {
        let table: &PatternService = find(Self::ID).ok_or_else(|| missing(Self::ID))?;
        let mut raw = RawPattern { number: 0 };
        let mut error = PatternError {
            struct_size: size_of::<PatternError>() as u32,
            reserved: 0,
            offset: 0,
            message: raw_text(""),
        };
        let host = HOST.load(Ordering::Acquire);
        // SAFETY: all are borrowed until the function returns.
        let rc = unsafe { (table.compile)(host, raw_text(source), options, &mut raw, &mut error) };
        if rc != ASSAY_OK {
            let message = static_text(error.message);
            return Err(Rejection(format!("{message} at offset {}", error.offset)));
        }
        Ok(Pattern { table, raw })
    }

    /// Returns `true` if the pattern matches, or the reason that this is not known. With a row, the
    /// limits of its call end the search too.
    pub fn matches(&self, subject: &str, row: Option<&Row<'_>>) -> Result<bool, &'static str> {
        // SAFETY: all are borrowed until the function returns.
        self.outcome(unsafe { (self.table.r#match)(self.raw, call_of(row), raw_text(subject)) })
    }

    /// The match and its first groups as parts of the subject, up to `N` of them, which is at most
    /// 64; nothing for a group that took no part, and nothing at all without a match.
    #[allow(clippy::type_complexity)]
    pub fn search<'a, const N: usize>(
        &self,
        subject: &'a str,
        row: Option<&Row<'_>>,
    ) -> Result<Option<[Option<&'a str>; N]>, &'static str> {
        let mut ranges = [Range { start: u64::MAX, end: u64::MAX }; N];
        // SAFETY: all are borrowed until the function returns, which writes at most N ranges.
        let outcome = unsafe {
            let ranges = ranges.as_mut_ptr();
            (self.table.search)(self.raw, call_of(row), raw_text(subject), ranges, N as u32)
        };
        let parts = ranges.map(|range| subject.get(range.start as usize..range.end as usize));
        Ok(self.outcome(outcome)?.then_some(parts))
    }

    fn outcome(&self, number: i32) -> Result<bool, &'static str> {
        if number >= 0 {
            return Ok(number == 1);
        }
        // SAFETY: any number is fine.
        let reason = static_text(unsafe { (self.table.reason)(number) });
        Err(if reason.is_empty() { "the text cannot be searched" } else { reason })
    }
}

impl Drop for Pattern {
    fn drop(&mut self) {
        // SAFETY: the handle is released once.
        unsafe { (self.table.release)(self.raw) };
    }
}

fn call_of(row: Option<&Row<'_>>) -> *const assay_call {
    row.map_or(ptr::null(), |row| ptr::from_ref(row.call))
}

/// A named number, which the host shows beside its statistics.
#[derive(Clone, Copy)]
pub struct Counter {
    table: &'static CounterService,
    raw: RawCounter,
}

impl Counter {
    const ID: &'static CStr = c"assay.counter/1";

    /// Finds or makes a counter: at most 64 letters, digits, '.', '-' and '_', and 64 of them.
    pub fn new(name: &str) -> Result<Counter, Rejection> {
        let table: &CounterService = find(Self::ID).ok_or_else(|| missing(Self::ID))?;
        let mut raw = RawCounter { number: 0 };
        let host = HOST.load(Ordering::Acquire);
        // SAFETY: all are borrowed until the function returns.
        match unsafe { (table.open)(host, raw_text(name), &mut raw) } {
            ASSAY_OK => Ok(Counter { table, raw }),
            ASSAY_E_NOMEM => Err(Rejection("a plugin cannot have more than 64 counters".into())),
            _ => Err(Rejection(format!("a counter cannot have the name '{name}'"))),
        }
    }

    /// Adds to the number.
    pub fn add(&self, count: u64) {
        // SAFETY: any number is fine.
        unsafe { (self.table.add)(self.raw, count) };
    }
}

/// Returns the date or time that a text spells in a form such as `DATE`, or nothing if it spells
/// none.
pub fn parse_time(text: &str, form: u32) -> Option<Time> {
    let table: &TimeService = find(c"assay.time/1")?;
    let mut time = Time::default();
    // SAFETY: all are borrowed until the function returns.
    (unsafe { (table.parse)(raw_text(text), form, 0, &mut time) } == 0).then_some(time)
}

/// Returns the order of two dates by day, as in `before` and `after`: -1, 0 or 1, or nothing
/// without two dates.
pub fn compare_days(left: &Time, right: &Time) -> Option<i32> {
    let table: &TimeService = find(c"assay.time/1")?;
    let mut order = 0;
    // SAFETY: all are borrowed until the function returns.
    (unsafe { (table.compare)(left, right, &mut order) } == ASSAY_OK).then_some(order)
}

/// Returns the exact order of two numbers: -1, 0 or 1, or nothing for other values.
pub fn compare_numbers(left: Value<'_>, right: Value<'_>) -> Option<i32> {
    let table: &NumberService = find(c"assay.number/1")?;
    let mut order = 0;
    // SAFETY: all are borrowed until the function returns.
    (unsafe { (table.compare)(left.raw(), right.raw(), &mut order) } == ASSAY_OK).then_some(order)
}

/// Returns `true` if a number is an exact multiple, as in the rule `multipleOf`, or nothing if the
/// value is not a number or the divisor is invalid.
pub fn is_multiple(value: Value<'_>, divisor: Literal<'_>) -> Option<bool> {
    let table: &NumberService = find(c"assay.number/1")?;
    let mut truth = 0;
    let divisor = divisor.raw();
    // SAFETY: all are borrowed until the function returns.
    (unsafe { (table.multiple_of)(value.raw(), &divisor, &mut truth) } == ASSAY_OK)
        .then_some(truth != 0)
}

/// A text in a form: `NFC`, `NFC | FOLD` and the like.
pub fn normalized(text: &str, form: u32) -> Option<String> {
    unsafe extern "C" fn take(context: *mut c_void, text: assay_str) -> assay_rc {
        // SAFETY: the context is the one below; the text is lent until this returns.
        let (target, text) = unsafe { (&mut *context.cast::<String>(), text_of(text)) };
        if target.try_reserve(text.len()).is_err() {
            return ASSAY_E_INTERNAL;
        }
        target.push_str(text);
        ASSAY_OK
    }
    let table: &TextService = find(c"assay.text/1")?;
    let mut result = String::new();
    let context = ptr::from_mut(&mut result).cast();
    // SAFETY: the function calls `take` before it returns.
    let rc = unsafe { (table.normalize)(raw_text(text), form, Some(take), context) };
    (rc == ASSAY_OK).then_some(result)
}

/// The length of a text as the rule `length` counts it, in `CHARACTERS` and the like.
pub fn length(text: &str, unit: u32) -> Option<u64> {
    let table: &TextService = find(c"assay.text/1")?;
    let mut count = 0;
    // SAFETY: all are borrowed until the function returns.
    (unsafe { (table.length)(raw_text(text), unit, &mut count) } == ASSAY_OK).then_some(count)
}
