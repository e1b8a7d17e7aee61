// SPDX-License-Identifier: Apache-2.0
//! validate RULES RECORD FILE: checks a record, then the records of a file, and prints what is wrong.
use std::{env, ffi::c_void, process, ptr, slice, str};

#[repr(C)] #[derive(Clone, Copy)]
struct Str { ptr: *const u8, len: u64 }
#[repr(C)] struct Error { struct_size: u32, rc: i32, json: *const u8, json_length: u64 }
#[repr(C)] struct CompileOptions { struct_size: u32, flags: u32, name: Str }
#[repr(C)] struct Counts { struct_size: u32, reserved: u32, numbers: [u64; 10], invalid_rows: *const u8, rules: *const u64, rule_count: u64 }
#[repr(C)] struct Lines { struct_size: u32, flags: u32, format: u32, delimiter: u32, path: Str, descriptor: i32, reserved: u32, bytes: Str }
#[repr(C)] #[derive(Clone, Copy)]
struct Text { ptr: *const u8, len: u32, number: u32 }
#[repr(C)] #[derive(Clone, Copy)]
struct Finding { record: u64, severity: u32, rule: u32, pointer: Text, names: [Text; 2], code: Text, message: Text,
    parameters: Text, value: [u64; 3], offset: u64, length: u64, line: u64, column: u64, reserved: [u64; 3] }

#[link(name = "assay")]
extern "C" {
    fn assay_engine_create(options: *const c_void, engine: *mut *mut c_void, error: *mut Error) -> i32;
    fn assay_rules_compile(engine: *mut c_void, source: Str, options: *const CompileOptions, rules: *mut *mut c_void, error: *mut Error) -> i32;
    fn assay_session_create(rules: *mut c_void, options: *const c_void, session: *mut *mut c_void, error: *mut Error) -> i32;
    fn assay_check_json(session: *mut c_void, json: *const u8, length: u64, result: *mut Counts, error: *mut Error) -> i32;
    fn assay_lines_open(session: *mut c_void, lines: *const Lines, error: *mut Error) -> i32;
    fn assay_lines_next(session: *mut c_void, result: *mut Counts, error: *mut Error) -> i32;
    fn assay_findings(session: *mut c_void, first: u64, capacity: u64, flags: u32, findings: *mut Finding, count: *mut u64, error: *mut Error) -> i32;
}

fn borrow(text: &str) -> Str { Str { ptr: text.as_ptr(), len: text.len() as u64 } }

fn must(rc: i32, error: &Error) -> i32 {
    if rc < 0 {
        eprintln!("{}", unsafe { str::from_utf8_unchecked(slice::from_raw_parts(error.json, error.json_length as usize)) });
        process::exit(2);
    }
    rc
}

fn show(text: &Text) -> &str { unsafe { str::from_utf8_unchecked(slice::from_raw_parts(text.ptr, text.len as usize)) } }

unsafe fn print(session: *mut c_void, error: &mut Error) {
    let mut found: [Finding; 64] = std::mem::zeroed();
    let (mut first, mut count) = (0, 1);
    while count > 0 {
        must(assay_findings(session, first, 64, 1, found.as_mut_ptr(), &mut count, error), error);
        for f in &found[..count as usize] {
            println!("{} {}: {} ({})", f.line, show(&f.pointer), show(&f.message), show(&f.code));
        }
        first += count;
    }
}

fn main() {
    let given: Vec<String> = env::args().collect();
    let none = Str { ptr: ptr::null(), len: 0 };
    let mut e = Error { struct_size: 24, rc: 0, json: ptr::null(), json_length: 0 };
    let (mut engine, mut rules, mut session) = (ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
    let options = CompileOptions { struct_size: 24, flags: 1, name: none };
    let lines = Lines { struct_size: 56, flags: 0, format: 0, delimiter: 0, path: borrow(&given[3]), descriptor: -1, reserved: 0, bytes: none };
    unsafe {
        let mut result: Counts = std::mem::zeroed();
        result.struct_size = 112;
        must(assay_engine_create(ptr::null(), &mut engine, &mut e), &e);
        must(assay_rules_compile(engine, borrow(&given[1]), &options, &mut rules, &mut e), &e);
        must(assay_session_create(rules, ptr::null(), &mut session, &mut e), &e);
        must(assay_check_json(session, given[2].as_ptr(), given[2].len() as u64, &mut result, &mut e), &e);
        println!("record: {}", if result.numbers[2] == 0 { "valid" } else { "invalid" });
        print(session, &mut e);
        let (mut records, mut invalid) = (0, 0);
        must(assay_lines_open(session, &lines, &mut e), &e);
        while must(assay_lines_next(session, &mut result, &mut e), &e) == 0 {
            records += result.numbers[1];
            invalid += result.numbers[2];
            print(session, &mut e);
        }
        println!("file: {records} records, {invalid} invalid");
    }
}
