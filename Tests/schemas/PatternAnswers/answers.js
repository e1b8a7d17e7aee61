// SPDX-License-Identifier: Apache-2.0
// Writes answers.ndjson, the answers of V8 on patterns and texts, which AssaySchemasTests compares with those of the
// translated patterns: node answers.js > answers.ndjson
"use strict";

const patterns = [
  "^a+$", "a|b", "^$", "^.$", "^..$", ".", "^[^]$", "[]", "^[^a]$", "\\s", "^\\s+$", "^\\S+$", "[\\s]", "[^\\s]", "^[\\S]$",
  "\\d", "^\\d+$", "\\D", "^[\\D]$", "\\w", "^\\w+$", "\\W", "^[\\W]+$", "\\bfoo\\b", "\\Boo", "[\\b]", "^\\t$", "\\n", "\\v",
  "\\f", "\\r", "\\0", "\\cA", "\\cj", "\\x41", "\\u0041", "\\u{1F600}", "^\\u{1F600}$", "^\\uD83D\\uDE00$", "[\\u{1F600}-\\u{1F64F}]",
  "^😀$", "^[😀]$", "\\u00e9", "é", "^[à-ü]$", "a{2}", "^a{2,}$", "^a{1,3}$", "a{", "a{,3}", "{", "}", "]", "a]", "x{2}y", "^(?:ab)+$",
  "^(ab)*$", "(?=a)", "^(?!foo)", "(?<=foo)bar", "(?<!foo)bar", "^(?<year>\\d{4})-\\d\\d$", "a*?", "a+?b", "^a??$", "\\p{L}",
  "\\p{Letter}", "^\\p{Lu}+$", "\\P{L}", "^\\p{Script=Greek}+$", "\\p{sc=Latin}", "\\p{Nd}", "[\\p{L}\\d]", "^[^\\p{L}]+$", "\\p{gc=Lu}",
  "\\p{Punctuation}", "\\p{Sc}", "\\p{Zs}", "\\p{Any}", "[[]", "[[:alpha:]]", "[a-z&&b]", "^[\\]]$", "^[\\-a]$", "[-a]", "[a-]", "[\\w-]",
  "[+--]", "[.]", "[$^]", "^\\$$", "\\.", "\\/", "\\-", "\\@", "\\#", "\\ ", "#", " ", "a b", "(a)(b)?", "^(a|ab)(c|bcd)$", "$", "^",
  "a$", "^a", "foo$|^bar", "\\u2028", "^.\\n.$", "[^\\n]", "[\\u0000-\\u001f]", "[^\\x00-\\x7F]", "^[A-Za-z0-9._%+\\-]+@[a-z.]+$",
  "^[\\w.+-]+$", "~", "[~]", "[a&b]", "\\u007f", "(?:)", "()", "(|a)b", "^(?:a|)$", "\\\\", "[\\\\]", "^[\\d\\-x]+$", "^\\d{3}(-\\d+)?$",
];
const texts = [
  "", "a", "b", "aa", "ab", "abab", "foo", "foobar", "bar", "A", "Z9_", "0", "123", "1999-12", "123-4", "é", "ü", "α", "αβγ", "😀", "😀😀",
  "\n", "a\n", "a\nb", "\r", "\t", "\u000b", "\f", "\u0000", "\u0001", "\b", "\u00a0", "\ufeff", "\u2028", "\u200b", "\u3000", " ", "a b",
  "-", "+", ".", "$", "^", "]", "[", "{", "a{", "a{,3}", "}", "&", "~", "/", "\\", "@", "#", ":", "x@y.z", "abcd", "€", "\u007f", "\u0130", "٣",
];
for (const pattern of patterns) {
  // The flag u, as validators have it; escapes of other characters only without it.
  let expression;
  try { expression = new RegExp(pattern, "u"); } catch { expression = new RegExp(pattern); }
  process.stdout.write(JSON.stringify({ pattern, matches: texts.filter((text) => expression.test(text)) }) + "\n");
}
process.stdout.write(JSON.stringify({ texts }) + "\n");
