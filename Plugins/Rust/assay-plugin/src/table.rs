// SPDX-License-Identifier: Apache-2.0

//! The plugin's table in C's layout. It is never freed: the contract wants it to stay for the life of
//! the process.

use crate::abi::*;
use crate::boundary::{create, destroy, evaluate, init, shutdown};
use crate::value::raw_text;
use crate::{About, Code, Example, Parameter, Rule, Settings};
use std::mem::size_of;
use std::panic::catch_unwind;
use std::ptr;
use std::sync::atomic::Ordering;
use std::sync::OnceLock;

/// A rule in C's layout.
pub struct Described(assay_rule);

/// The table of a plugin.
pub struct Table(&'static assay_plugin);

// SAFETY: nothing writes the table, or what it points to, after it was made.
unsafe impl Send for Table {}
// SAFETY: as above.
unsafe impl Sync for Table {}

impl Table {
    /// Builds the table of a plugin whose settings are of type `S`.
    pub fn new<S: Settings>(
        id: &'static str,
        version: &'static str,
        about: About,
        rules: Vec<Described>,
    ) -> Table {
        let plugin = assay_plugin {
            magic: ASSAY_MAGIC,
            struct_size: size_of::<assay_plugin>() as u32,
            abi_major: ASSAY_ABI_MAJOR,
            abi_minor: ASSAY_ABI_MINOR,
            rule_count: rules.len() as u32,
            id: raw_text(id),
            version: raw_text(version),
            rules: each(rules.into_iter().map(|rule| rule.0)),
            init: Some(init::<S>),
            shutdown: Some(shutdown::<S>),
            extension: None,
            configuration_count: S::PARAMETERS.len() as u32,
            reserved: 0,
            configuration: each(S::PARAMETERS.iter().map(parameter)),
            vendor: raw_text(about.vendor),
            url: raw_text(about.url),
            license: raw_text(about.license),
            minimum_host: raw_text(about.minimum_host),
        };
        Table(Box::leak(Box::new(plugin)))
    }
}

/// Returns the table for the entry function, which is made once, or NULL without a host and if
/// making it panics.
pub fn entry(
    host: *const assay_host,
    table: &'static OnceLock<Table>,
    make: fn() -> Table,
) -> *const assay_plugin {
    if host.is_null() {
        return ptr::null();
    }
    crate::services::HOST.store(host.cast_mut(), Ordering::Release);
    match catch_unwind(|| table.get_or_init(make).0) {
        Ok(plugin) => plugin,
        Err(panic) => {
            std::mem::forget(panic);
            ptr::null()
        }
    }
}

/// Describes a rule by its definition and the functions of its type.
pub fn describe<S: Settings, R: Rule<S>>() -> Described {
    let definition = R::DEFINITION;
    Described(assay_rule {
        struct_size: size_of::<assay_rule>() as u32,
        flags: definition.flags.0,
        id: raw_text(definition.id),
        summary: raw_text(definition.summary),
        kinds: definition.kinds.0,
        parameter_count: definition.parameters.len() as u32,
        parameters: each(definition.parameters.iter().map(parameter)),
        code_count: definition.codes.len() as u32,
        example_count: definition.examples.len() as u32,
        codes: each(definition.codes.iter().map(code)),
        examples: each(definition.examples.iter().map(example)),
        create: Some(create::<S, R>),
        evaluate: Some(evaluate::<S, R>),
        destroy: Some(destroy::<R>),
        deprecation: raw_text(definition.deprecation),
    })
}

fn parameter(parameter: &Parameter) -> assay_parameter {
    let absent =
        assay_value { kind: ASSAY_ABSENT, flags: 0, r#as: assay_value_as { u64: 0 }, len: 0 };
    assay_parameter {
        struct_size: size_of::<assay_parameter>() as u32,
        r#type: parameter.r#type,
        flags: if parameter.is_required { ASSAY_PARAM_REQUIRED } else { 0 },
        choice_count: parameter.choices.len() as u32,
        name: raw_text(parameter.name),
        summary: raw_text(parameter.summary),
        default_value: parameter.default.map_or(absent, |default| default.raw()),
        choices: texts(parameter.choices),
        minimum: parameter.minimum,
        maximum: parameter.maximum,
    }
}

fn code(code: &Code) -> assay_code {
    assay_code {
        struct_size: size_of::<assay_code>() as u32,
        argument_count: code.arguments.len() as u32,
        id: raw_text(code.id),
        message: raw_text(code.message),
        argument_names: texts(code.arguments),
        translation_count: code.translations.len() as u32,
        reserved: 0,
        translations: translations(code.translations),
        deprecation: raw_text(code.deprecation),
    }
}

fn example(example: &Example) -> assay_example {
    assay_example {
        struct_size: size_of::<assay_example>() as u32,
        status: if example.code.is_none() { ASSAY_PASS } else { ASSAY_FAIL },
        code: example.code.unwrap_or(0),
        reserved: 0,
        value: raw_text(example.json),
        expression: raw_text(example.expression),
        fields: raw_text(example.fields),
        settings: raw_text(example.settings),
    }
}

/// Pointers to each of the values.
fn each<T: 'static>(values: impl Iterator<Item = T>) -> *const *const T {
    let pointers: Vec<*const T> =
        values.map(|value| ptr::from_ref(Box::leak(Box::new(value)))).collect();
    pointers.leak().as_ptr()
}

fn translations(messages: &[(&'static str, &'static str)]) -> *const assay_translation {
    let messages: Vec<assay_translation> = messages
        .iter()
        .map(|(language, message)| assay_translation {
            language: raw_text(language),
            message: raw_text(message),
        })
        .collect();
    messages.leak().as_ptr()
}

fn texts(texts: &[&'static str]) -> *const assay_str {
    let texts: Vec<assay_str> = texts.iter().copied().map(raw_text).collect();
    texts.leak().as_ptr()
}
