// SPDX-License-Identifier: Apache-2.0

//! Rules for Assay in Rust: a plugin is a type a rule and one macro.
//!
//! ```
//! use assay_plugin::{plugin, Arguments, Code, Definition, Example, Kinds, Rejection, Row, Rule, Value, Verdict};
//!
//! struct Even;
//!
//! impl Rule for Even {
//!     const DEFINITION: Definition = Definition::new("even", "An even integer")
//!         .kinds(Kinds::INTEGER)
//!         .codes(&[Code::new("even.odd", "must be even")])
//!         .examples(&[Example::valid("2", "even"), Example::invalid(0, "-3", "even")]);
//!
//!     fn new(_: &Arguments) -> Result<Self, Rejection> {
//!         Ok(Even)
//!     }
//!
//!     fn check(&self, value: Value, _: &Row) -> Verdict {
//!         Verdict::pass_if(value.integer().is_some_and(|number| number % 2 == 0), 0)
//!     }
//! }
//!
//! plugin!("template", "1.0.0", [Even]);
//! ```
//!
//! A plugin with settings has a type for them, which its rules receive with their arguments:
//!
//! ```
//! use assay_plugin::{plugin, Arguments, Code, Definition, Parameter, Rejection, Row, Rule, Settings, Value, Verdict};
//! use std::sync::Arc;
//!
//! struct Limits {
//!     bytes: i64,
//! }
//!
//! impl Settings for Limits {
//!     const PARAMETERS: &'static [Parameter] = &[Parameter::integer("bytes", "the longest text").required()];
//!
//!     fn new(given: &Arguments) -> Result<Self, Rejection> {
//!         Ok(Limits { bytes: given.integer("bytes").ok_or("no limit")? })
//!     }
//! }
//!
//! struct Short(Arc<Limits>);
//!
//! impl Rule<Limits> for Short {
//!     const DEFINITION: Definition = Definition::new("short", "A text within the limit of the service")
//!         .codes(&[Code::new("short.long", "must be shorter").translations(&[("de", "muss kürzer sein")])]);
//!
//!     fn new(arguments: &Arguments<Limits>) -> Result<Self, Rejection> {
//!         Ok(Short(Arc::clone(arguments.settings())))
//!     }
//!
//!     fn check(&self, value: Value, _: &Row) -> Verdict {
//!         Verdict::pass_if(value.text().is_some_and(|text| text.len() as i64 <= self.0.bytes), 0)
//!     }
//! }
//!
//! plugin!("acme", "1.0.0", settings: Limits, [Short]);
//! ```
//!
//! The crate that has it is a `cdylib`. No panic leaves it: one at a row makes that row undecided, one
//! in `new` is told as the reason why the rule cannot be used. Build with `panic = "unwind"`, which
//! is the default.

#![deny(unsafe_op_in_unsafe_fn)]
#![warn(missing_docs)]

#[cfg(panic = "abort")]
compile_error!("a panic would end the host: build plugins with panic = \"unwind\"");

pub mod abi;
mod boundary;
mod definition;
mod row;
pub mod services;
mod table;
mod value;

pub use definition::{About, Code, Definition, Example, Flags, Kinds, Parameter};
pub use row::{Level, Row, Verdict};
pub use table::{describe, entry, Described, Table};
pub use value::{Arguments, Field, Literal, Value};

/// A rule: one type that describes itself and checks one value at a time.
///
/// An instance is made for each place where a rule set uses the rule, and runs on several
/// threads at once unless its flags say otherwise. `S` is the type of the plugin's settings.
pub trait Rule<S = ()>: Sized + Send + Sync + 'static {
    /// Everything about the rule but its check.
    const DEFINITION: Definition;

    /// Makes an instance from arguments of the declared types, defaults filled in; rejects arguments
    /// that are wrong together, such as a minimum above the maximum.
    fn new(arguments: &Arguments<'_, S>) -> Result<Self, Rejection>;

    /// Checks one value of the declared kinds.
    fn check(&self, value: Value<'_>, row: &Row<'_>) -> Verdict;
}

/// The settings of a plugin: what it declares, and what it makes of a configuration.
///
/// One value is made when the plugin is loaded; all rules share it, and it is dropped after the last.
pub trait Settings: Sized + Send + Sync + 'static {
    /// The declared settings, of every type but a field and a pattern.
    const PARAMETERS: &'static [Parameter];

    /// Takes settings of the declared types, defaults filled in. It rejects settings that cannot be
    /// used, such as a file that does not exist, and the plugin fails to load with them.
    fn new(given: &Arguments<'_>) -> Result<Self, Rejection>;
}

/// A plugin without settings.
impl Settings for () {
    const PARAMETERS: &'static [Parameter] = &[];

    fn new(_: &Arguments<'_>) -> Result<Self, Rejection> {
        Ok(())
    }
}

/// The reason a rule cannot be used with its arguments, or a plugin with its settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejection(pub String);

impl From<&str> for Rejection {
    fn from(reason: &str) -> Self {
        Rejection(reason.to_owned())
    }
}

impl From<String> for Rejection {
    fn from(reason: String) -> Self {
        Rejection(reason)
    }
}

/// Defines the entry function of a plugin: its id, its version, what it says of itself and the type of
/// its settings if it has any, and the types of its rules.
#[macro_export]
macro_rules! plugin {
    ($id:literal, $version:literal, [$($rule:ty),+ $(,)?]) => {
        $crate::plugin!($id, $version, settings: (), [$($rule),+]);
    };
    ($id:literal, $version:literal, settings: $settings:ty, [$($rule:ty),+ $(,)?]) => {
        $crate::plugin!(
            $id, $version, about: $crate::About::new(), settings: $settings, [$($rule),+]);
    };
    ($id:literal, $version:literal, about: $about:expr, [$($rule:ty),+ $(,)?]) => {
        $crate::plugin!($id, $version, about: $about, settings: (), [$($rule),+]);
    };
    ($id:literal, $version:literal, about: $about:expr, settings: $settings:ty,
     [$($rule:ty),+ $(,)?]) => {
        /// Returns the table of the plugin.
        #[unsafe(no_mangle)]
        pub extern "C" fn assay_plugin_entry_v1(
            host: *const $crate::abi::assay_host,
        ) -> *const $crate::abi::assay_plugin {
            static TABLE: ::std::sync::OnceLock<$crate::Table> = ::std::sync::OnceLock::new();
            $crate::entry(host, &TABLE, || {
                let rules = vec![$($crate::describe::<$settings, $rule>()),+];
                $crate::Table::new::<$settings>($id, $version, $about, rules)
            })
        }
    };
}
