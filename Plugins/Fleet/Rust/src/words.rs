// SPDX-License-Identifier: Apache-2.0

//! The words of the settings, which are read once, when the plugin is loaded.

use assay_plugin::{Arguments, Literal, Parameter, Rejection, Settings};
use std::collections::HashSet;
use std::fs;
use std::io::ErrorKind;

const FILE_BYTES: u64 = 1 << 20;
const BLANKS: [char; 3] = [' ', '\t', '\r'];

pub struct Words {
    is_case_sensitive: bool,
    words: HashSet<String>,
}

impl Settings for Words {
    const PARAMETERS: &'static [Parameter] = &[
        Parameter::text("file", "the file with the words"),
        Parameter::text("words", "the words, if there is no file")
            .or(Literal::Text("car motorcycle truck van")),
        Parameter::boolean("caseSensitive", "whether A and a are different")
            .or(Literal::Boolean(true)),
    ];

    fn new(given: &Arguments) -> Result<Self, Rejection> {
        let is_case_sensitive = given.boolean("caseSensitive");
        let mut made = Words { is_case_sensitive, words: HashSet::new() };
        if let Some(path) = given.text("file") {
            let text = read(path)?;
            made.take(text.strip_prefix('\u{FEFF}').unwrap_or(&text), '\n');
            if made.words.is_empty() {
                return Err(rejection(path, "has no words, expected one on each line"));
            }
        } else {
            made.take(given.text("words").unwrap_or_default(), ' ');
            if made.words.is_empty() {
                return Err("words: expected words and spaces".into());
            }
        }
        Ok(made)
    }
}

impl Words {
    pub fn contains(&self, word: &str) -> bool {
        self.words.contains(&self.folded(word))
    }

    pub fn count(&self) -> usize {
        self.words.len()
    }

    fn take(&mut self, text: &str, separator: char) {
        let lines = text.split(separator).map(|line| line.trim_matches(BLANKS));
        let listed = lines.filter(|word| !word.is_empty() && !word.starts_with('#'));
        self.words = listed.map(|word| self.folded(word)).collect();
    }

    /// Without differences of case among the letters A to Z, unless they count.
    fn folded(&self, word: &str) -> String {
        if self.is_case_sensitive {
            word.to_owned()
        } else {
            word.to_ascii_lowercase()
        }
    }
}

fn read(path: &str) -> Result<String, Rejection> {
    if path.contains('\0') {
        return Err("file: the path has a NUL".into());
    }
    let file = fs::metadata(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => rejection(path, "does not exist"),
        _ => rejection(path, "cannot be read"),
    })?;
    if !file.is_file() {
        return Err(rejection(path, "is not a regular file"));
    }
    if file.len() > FILE_BYTES {
        let size = format!("has {} bytes, expected at most {FILE_BYTES}", file.len());
        return Err(rejection(path, &size));
    }
    let bytes = fs::read(path).map_err(|_| rejection(path, "cannot be read"))?;
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.iter().filter(|&&byte| byte == b'\n').count() + 1;
        rejection(path, &format!("has bytes that are not UTF-8 in line {line}"))
    })
}

fn rejection(path: &str, found: &str) -> Rejection {
    Rejection(format!("file '{path}' {found}"))
}
