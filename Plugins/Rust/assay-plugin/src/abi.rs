// SPDX-License-Identifier: Apache-2.0

//! `assay_plugin.h` in Rust, under its own names. The header says what the declarations mean.

#![allow(non_camel_case_types, missing_docs)]

use std::ffi::{c_char, c_void};
use std::mem::{offset_of, size_of};

pub const ASSAY_ABI_MAJOR: u16 = 1;
pub const ASSAY_ABI_MINOR: u16 = 2;
pub const ASSAY_MAGIC: u32 = 0x5941_5341;

pub const ASSAY_ABSENT: u32 = 0;
pub const ASSAY_NULL: u32 = 1;
pub const ASSAY_BOOL: u32 = 2;
pub const ASSAY_I64: u32 = 3;
pub const ASSAY_U64: u32 = 4;
pub const ASSAY_F64: u32 = 5;
pub const ASSAY_STR: u32 = 6;
pub const ASSAY_DECIMAL: u32 = 7;
pub const ASSAY_BYTES: u32 = 8;
pub const ASSAY_ARRAY: u32 = 9;
pub const ASSAY_OBJECT: u32 = 10;

pub const ASSAY_FLAG_ASCII: u32 = 1 << 0;
pub const ASSAY_FLAG_SOURCE_TEXT: u32 = 1 << 1;
pub const ASSAY_SOURCE_TEXT_SHIFT: u32 = 8;

pub const ASSAY_UNSET: u32 = 0;
pub const ASSAY_PASS: u32 = 1;
pub const ASSAY_FAIL: u32 = 2;
pub const ASSAY_SKIP: u32 = 3;
pub const ASSAY_UNDECIDED: u32 = 4;

pub type assay_rc = i32;
pub const ASSAY_OK: assay_rc = 0;
pub const ASSAY_E_PARAM: assay_rc = -1;
pub const ASSAY_E_CONFIG: assay_rc = -2;
pub const ASSAY_E_NOMEM: assay_rc = -3;
pub const ASSAY_E_INTERNAL: assay_rc = -4;
pub const ASSAY_E_CANCELLED: assay_rc = -5;

pub const ASSAY_PARAM_STRING: u32 = 1;
pub const ASSAY_PARAM_INTEGER: u32 = 2;
pub const ASSAY_PARAM_NUMBER: u32 = 3;
pub const ASSAY_PARAM_BOOLEAN: u32 = 4;
pub const ASSAY_PARAM_LIST: u32 = 5;
pub const ASSAY_PARAM_VALUE: u32 = 6;
pub const ASSAY_PARAM_FIELD: u32 = 7;
pub const ASSAY_PARAM_CHOICE: u32 = 8;
pub const ASSAY_PARAM_PATTERN: u32 = 9;
pub const ASSAY_PARAM_REQUIRED: u32 = 1 << 0;

pub const ASSAY_RULE_CONCURRENT: u32 = 1 << 0;
pub const ASSAY_RULE_PURE: u32 = 1 << 1;
pub const ASSAY_RULE_ACCEPTS_MISSING: u32 = 1 << 2;
pub const ASSAY_KINDS_ALL: u32 = 0x7FF;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct assay_str {
    pub ptr: *const u8,
    pub len: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub union assay_value_as {
    pub i64: i64,
    pub u64: u64,
    pub f64: f64,
    pub ptr: *const u8,
    pub items: *const assay_value,
    pub members: *const assay_member,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct assay_value {
    pub kind: u32,
    pub flags: u32,
    pub r#as: assay_value_as,
    pub len: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct assay_member {
    pub key: assay_str,
    pub value: assay_value,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct assay_verdict {
    pub status: u32,
    pub code: u32,
    pub reserved0: u32,
    pub reserved1: u32,
}

/// Levels of `assay_call.log`.
pub const ASSAY_LOG_TRACE: u32 = 0;
pub const ASSAY_LOG_DEBUG: u32 = 1;
pub const ASSAY_LOG_INFO: u32 = 2;
pub const ASSAY_LOG_WARNING: u32 = 3;
pub const ASSAY_LOG_ERROR: u32 = 4;

#[repr(C)]
pub struct assay_call {
    pub struct_size: u32,
    pub reserved: u32,
    pub ctx: *mut c_void,
    pub deadline_ns: u64,
    pub cancelled: *const u32,
    pub error: unsafe extern "C" fn(call: *const assay_call, rc: assay_rc, message: assay_str),
    pub log: unsafe extern "C" fn(call: *const assay_call, level: u32, message: assay_str),
    pub args: unsafe extern "C" fn(
        call: *const assay_call,
        row: u32,
        path: assay_str,
        args: *const assay_value,
        nargs: u32,
    ) -> assay_rc,
    pub scratch: unsafe extern "C" fn(call: *const assay_call, bytes: u64) -> *mut c_void,
    /// Reports an error of one row. Available since 1.2: use it only if `struct_size` includes it.
    pub error_at: unsafe extern "C" fn(
        call: *const assay_call,
        row: u32,
        rc: assay_rc,
        message: assay_str,
    ) -> assay_rc,
}

#[repr(C)]
pub struct assay_batch {
    pub struct_size: u32,
    pub count: u32,
    pub column_count: u32,
    pub reserved: u32,
    pub columns: *const *const assay_value,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct assay_parameter {
    pub struct_size: u32,
    pub r#type: u32,
    pub flags: u32,
    pub choice_count: u32,
    pub name: assay_str,
    pub summary: assay_str,
    pub default_value: assay_value,
    pub choices: *const assay_str,
    pub minimum: i64,
    pub maximum: i64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct assay_translation {
    pub language: assay_str,
    pub message: assay_str,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct assay_code {
    pub struct_size: u32,
    pub argument_count: u32,
    pub id: assay_str,
    pub message: assay_str,
    pub argument_names: *const assay_str,
    pub translation_count: u32,
    pub reserved: u32,
    pub translations: *const assay_translation,
    pub deprecation: assay_str,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct assay_example {
    pub struct_size: u32,
    pub status: u32,
    pub code: u32,
    pub reserved: u32,
    pub value: assay_str,
    pub expression: assay_str,
    pub fields: assay_str,
    pub settings: assay_str,
}

pub type assay_create = unsafe extern "C" fn(
    state: *mut c_void,
    call: *const assay_call,
    params: *const assay_value,
    inst: *mut *mut c_void,
) -> assay_rc;
pub type assay_evaluate = unsafe extern "C" fn(
    inst: *const c_void,
    call: *const assay_call,
    batch: *const assay_batch,
    out: *mut assay_verdict,
) -> assay_rc;
pub type assay_destroy = unsafe extern "C" fn(inst: *mut c_void);

#[repr(C)]
#[derive(Clone, Copy)]
pub struct assay_rule {
    pub struct_size: u32,
    pub flags: u32,
    pub id: assay_str,
    pub summary: assay_str,
    pub kinds: u32,
    pub parameter_count: u32,
    pub parameters: *const *const assay_parameter,
    pub code_count: u32,
    pub example_count: u32,
    pub codes: *const *const assay_code,
    pub examples: *const *const assay_example,
    pub create: Option<assay_create>,
    pub evaluate: Option<assay_evaluate>,
    pub destroy: Option<assay_destroy>,
    pub deprecation: assay_str,
}

#[repr(C)]
pub struct assay_host {
    pub magic: u32,
    pub struct_size: u32,
    pub abi_major: u16,
    pub abi_minor: u16,
    pub reserved: u32,
    pub name: assay_str,
    pub version: assay_str,
    pub extension:
        unsafe extern "C" fn(host: *const assay_host, id: *const c_char) -> *const c_void,
    pub directory: assay_str,
}

pub type assay_init = unsafe extern "C" fn(
    host: *const assay_host,
    call: *const assay_call,
    config: *const assay_value,
    state: *mut *mut c_void,
) -> assay_rc;

#[repr(C)]
pub struct assay_plugin {
    pub magic: u32,
    pub struct_size: u32,
    pub abi_major: u16,
    pub abi_minor: u16,
    pub rule_count: u32,
    pub id: assay_str,
    pub version: assay_str,
    pub rules: *const *const assay_rule,
    pub init: Option<assay_init>,
    pub shutdown: Option<unsafe extern "C" fn(state: *mut c_void)>,
    pub extension: Option<unsafe extern "C" fn(id: *const c_char) -> *const c_void>,
    pub configuration_count: u32,
    pub reserved: u32,
    pub configuration: *const *const assay_parameter,
    pub vendor: assay_str,
    pub url: assay_str,
    pub license: assay_str,
    pub minimum_host: assay_str,
}

macro_rules! layout {
    ($type:ty, $size:literal: $($member:ident $offset:literal),+) => {
        const _: () = {
            assert!(size_of::<$type>() == $size);
            $(assert!(offset_of!($type, $member) == $offset);)+
        };
    };
}

layout!(assay_str, 16: ptr 0, len 8);
layout!(assay_value, 24: kind 0, flags 4, r#as 8, len 16);
layout!(assay_member, 40: key 0, value 16);
layout!(assay_verdict, 16: status 0, code 4, reserved0 8, reserved1 12);
layout!(assay_call, 72: struct_size 0, reserved 4, ctx 8, deadline_ns 16, cancelled 24, error 32,
    log 40, args 48, scratch 56, error_at 64);
layout!(assay_batch, 24: struct_size 0, count 4, column_count 8, reserved 12, columns 16);
layout!(assay_parameter, 96: struct_size 0, r#type 4, flags 8, choice_count 12, name 16, summary 32,
    default_value 48, choices 72, minimum 80, maximum 88);
layout!(assay_translation, 32: language 0, message 16);
layout!(assay_code, 80: struct_size 0, argument_count 4, id 8, message 24, argument_names 40,
    translation_count 48, reserved 52, translations 56, deprecation 64);
layout!(assay_example, 80: struct_size 0, status 4, code 8, reserved 12, value 16, expression 32,
    fields 48, settings 64);
layout!(assay_rule, 120: struct_size 0, flags 4, id 8, summary 24, kinds 40, parameter_count 44,
    parameters 48, code_count 56, example_count 60, codes 64, examples 72, create 80, evaluate 88,
    destroy 96, deprecation 104);
layout!(assay_host, 72: magic 0, struct_size 4, abi_major 8, abi_minor 10, reserved 12, name 16,
    version 32, extension 48, directory 56);
layout!(assay_plugin, 160: magic 0, struct_size 4, abi_major 8, abi_minor 10, rule_count 12, id 16,
    version 32, rules 48, init 56, shutdown 64, extension 72, configuration_count 80, reserved 84,
    configuration 88, vendor 96, url 112, license 128, minimum_host 144);
