// SPDX-License-Identifier: Apache-2.0

//! The plugin `fleet-rust`: vehicles of a fleet. ../README.md says what the rules and the settings
//! mean.

mod after;
mod listed;
mod unique_keys;
mod vin;
mod words;

use after::After;
use assay_plugin::{plugin, About};
use listed::Listed;
use unique_keys::UniqueKeys;
use vin::Vin;
use words::Words;

plugin!("fleet-rust", "1.0.0",
    about: About::new().vendor("The authors of Assay").license("Apache-2.0"), settings: Words,
    [Vin, After, UniqueKeys, Listed]);
