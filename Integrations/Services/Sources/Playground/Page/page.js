// SPDX-License-Identifier: Apache-2.0
import { Editor } from "./editor.js";
import { fragment, state } from "./link.js";
import { samples } from "./samples.js";
import { count, exampleList, exampleProblem, item, options, tree } from "./views.js";

const languages = {
  en: "English", ar: "العربية", de: "Deutsch", es: "Español", fr: "Français", ja: "日本語", ru: "Русский", "zh-Hans": "简体中文",
};
const debounce = 150;
const $ = (id) => document.getElementById(id);

const rules = new Editor($("rules"), "Rule set", () => edited());
const data = new Editor($("data"), "Data", () => edited());
let findings = [];
let chosen = -1;
let records = [];
let format = null;
let timer = 0;
let running = null;
// The number of times that both texts were replaced.
let entered = 0;
// The request for examples; null when it has been answered.
let making = null;
let makingTimer = 0;
let ownFragment = "";
let remembered = 0;
let shownOutcome = "";

// MARK: - The server

async function ask(more, signal) {
  const body = { rules: rules.text, data: data.text, language: $("language").value, ...more };
  if ($("format").value) body.format = $("format").value;
  const response = await fetch("v1/try", {
    method: "POST", headers: { "Content-Type": "application/json" }, signal,
    body: JSON.stringify(body, (_, value) => typeof value === "string" ? value.toWellFormed?.() ?? value : value),
  });
  if (response.ok) return response.json();
  const problem = await response.json().catch(() => ({}));
  throw Object.assign(new Error(problem.detail ?? response.statusText), { isBusy: response.status === 503 });
}

// A server that is busy or does not answer is asked again after a second.
function isTemporary(error) { return error.isBusy || error instanceof TypeError; }

// What the latest action has led to may be untrue of the texts as they are now. Examples that are still being
// made are made of these.
function edited(delay) {
  notice("");
  if (!making) $("examples").querySelector(".problem")?.remove();
  later(delay);
}

// An answer about texts that have changed since would mark the wrong places.
function later(delay = debounce) {
  running?.abort();
  clearTimeout(timer);
  timer = setTimeout(look, delay);
}

async function look() {
  clearTimeout(timer);
  running?.abort();
  const mine = running = new AbortController();
  const why = { record: Math.max(1, Math.trunc(Number($("record").value)) || 1) };
  if ($("why-field").value) why.field = $("why-field").value;
  try {
    const answer = await ask({ why }, mine.signal);
    if (mine === running) show(answer);
  } catch (error) {
    if (mine !== running || error.name === "AbortError") return;
    say(error instanceof TypeError ? "The server does not respond." : `The rule set was not tried: ${error.message}`, "bad");
    if (isTemporary(error)) later(1000);
    return;
  }
  // An address that cannot be written changes nothing about the outcome; "Copy link" says so.
  remember().catch(() => {});
}

// The address carries both texts, without a further entry in the history. Returns the whole address.
async function remember() {
  const mine = ++remembered;
  const now = await fragment({
    rules: rules.text, data: data.text, format: $("format").value, language: $("language").value,
  });
  // Texts that were packed later may have been ready earlier.
  if (mine === remembered) {
    ownFragment = now;
    if (now !== location.hash) history.replaceState(null, "", now);
  }
  return new URL(now, location.href).href;
}

// MARK: - What is shown

// The outcome of the latest validation, which replaces the one before.
function say(text, kind, more = "") {
  if ($("status").textContent !== text) $("status").textContent = text;
  $("status").className = kind;
  $("answered").textContent = more;
}

// What the latest action has led to. It has a place of its own, since an outcome may come at any time.
function notice(text, kind = "") {
  $("notice").textContent = text;
  $("notice").className = kind;
}

function show(answer) {
  for (const editor of [rules, data]) editor.clear(["error", "warning", "fault", "chosen"]);
  $("diagnostics").replaceChildren(...answer.diagnostics.map((issue) => {
    rules.mark("error", issue);
    return item("error", issue.line ? `${issue.line}:${issue.column}` : "",
      issue.field ?? "", issue.message + (issue.help ? `; ${issue.help}` : ""), issue.code, () => issue.line && rules.select(issue));
  }));
  if (!answer.isUsable) {
    showFindings([]);
    $("why").replaceChildren();
    shownOutcome = "";
    $("input").replaceChildren();
    return say(`The rule set has ${count(answer.diagnostics.length + answer.omittedDiagnostics, "issue")}.`, "bad");
  }
  options($("why-field"), answer.fields, [{ value: "", text: "all" }]);
  options($("example-field"), answer.fields, []);
  showWhy(answer.why);
  const input = answer.input ? [item("error", "", "", answer.input.message, "", () => data.area.focus())] : [];
  const notices = (answer.notices ?? []).map(({ message, help, code }) =>
    item("warning", "", "", message + (help ? `; ${help}` : ""), code, () => data.area.focus()));
  $("input").replaceChildren(...input, ...notices);
  records = answer.records ?? [];
  format = answer.format ?? null;
  showFindings(answer.findings ?? []);
  summarize(answer);
  atCaret();
}

// The same findings keep their buttons, one of which may have the focus.
function showFindings(found) {
  const isSame = JSON.stringify(found) === JSON.stringify(findings);
  findings = found;
  for (const finding of findings) data.mark(finding.severity, squiggle(finding));
  if (isSame) return markChosen();
  const focused = [...$("list").querySelectorAll("button")].indexOf(document.activeElement);
  chosen = -1;
  $("list").replaceChildren(...findings.map((finding, index) =>
    item(finding.severity, `${finding.line ?? "–"}:${finding.column ?? "–"}`,
      finding.pointer, finding.message, finding.code, () => choose(index, true))));
  if (focused < 0) return;
  const button = $("list").querySelectorAll("button")[Math.min(focused, findings.length - 1)];
  (button ?? $("findings")).focus();
}

// The same outcome at another time leaves the tree as it was opened.
function showWhy(why) {
  const outcome = JSON.stringify(why, (key, value) => key === "nanoseconds" ? undefined : value);
  if (outcome === shownOutcome) return;
  shownOutcome = outcome;
  $("why").replaceChildren(...tree(why));
}

// Of an object or an array, in which something is missing, only the beginning is marked.
function squiggle({ start, end }) {
  return "{[".includes(data.text[start]) ? { start, end: start + 1 } : { start, end };
}

function summarize({ input, totals, answer }) {
  if (input) return say("The data cannot be read.", "bad", answered(answer));
  if (answer?.result === "empty") return say("There are no records, so nothing was validated.", "doubt", answered(answer));
  const all = totals.violations + totals.warnings + totals.faults;
  const parts = [count(totals.records, "record"), `${totals.invalid} invalid`, count(all, "finding")];
  if (all > totals.listed) parts.push(`the first ${totals.listed} are shown`);
  if (totals.isCut) parts.push("later records were not read");
  const isBad = totals.invalid > 0 || totals.malformed > 0 || totals.violations > 0;
  say(parts.join(", ") + ".", isBad ? "bad" : "good", answered(answer, all));
}

// The status of a stream is sent with its first finding, before it is known what becomes of the others.
function answered(answer, findings = 0) {
  if (!answer) return "";
  const { status, result } = answer;
  const isOne = format === "json" && data.text.trimStart().startsWith("{");
  const whole = `Sent whole: status ${status} (${result}).`;
  return findings > 0 && !isOne ? `${whole} Sent as a stream: status 200, and Assay-Result: ${result} at the end.` : whole;
}

// MARK: - Findings

function choose(index, selects) {
  const finding = findings[index];
  const buttons = $("list").querySelectorAll("button");
  buttons[chosen]?.removeAttribute("aria-current");
  chosen = index;
  buttons[index]?.setAttribute("aria-current", "true");
  markChosen();
  if (!finding) return;
  if (finding.rulePlace) rules.reveal(finding.rulePlace);
  if (!selects) return;
  if (finding.start !== undefined) data.select(finding);
  explain(finding.record, finding.field);
}

function markChosen() {
  for (const editor of [rules, data]) editor.clear(["chosen"]);
  const finding = findings[chosen];
  if (!finding) return;
  data.mark("chosen", finding);
  rules.mark("chosen", finding.rulePlace);
}

function explain(record, field) {
  const hasField = [...$("why-field").options].some((option) => option.value === field);
  const shown = hasField ? field : "";
  if (!record || (Number($("record").value) === record && $("why-field").value === shown)) return;
  $("record").value = record;
  $("why-field").value = shown;
  later(0);
}

// The finding that the caret is in, the shortest of several.
function atCaret() {
  if (document.activeElement !== data.area) return;
  const caret = data.area.selectionStart;
  let best = -1;
  for (const [index, { start, end }] of findings.entries()) {
    if (start === undefined || caret < start || caret > Math.max(end, start + 1)) continue;
    if (index === chosen) return;
    if (best < 0 || end - start < findings[best].end - findings[best].start) best = index;
  }
  if (best !== chosen) choose(best, false);
  const record = records.findLastIndex((start) => start <= caret) + 1;
  if (record > 0 && record !== Number($("record").value)) explain(record, $("why-field").value);
}

function next(step) {
  if (findings.length === 0) return;
  const start = chosen < 0 && step < 0 ? 0 : chosen;
  choose((start + step + findings.length) % findings.length, true);
}

// MARK: - Examples

async function makeExamples(field) {
  dropExamples();
  const mine = making = new AbortController();
  const why = { record: Number($("record").value) || 1 };
  try {
    const answer = await ask({ why, examples: { field } }, mine.signal);
    if (mine !== making) return;
    making = null;
    const found = answer.examples ?? { problem: "the rule set has issues" };
    $("examples").replaceChildren(...exampleList(found, putIntoData));
  } catch (error) {
    if (mine !== making || error.name === "AbortError") return;
    showNoExamples(error instanceof TypeError ? "the server does not respond." : error.message);
    if (isTemporary(error)) makingTimer = setTimeout(() => makeExamples(field), 1000);
    else making = null;
  }
}

// The message is where the examples would be. The same text stays as it is, so that it is read out once.
function showNoExamples(reason) {
  const text = `No examples: ${reason}`;
  if ($("examples").textContent !== text) $("examples").replaceChildren(exampleProblem(text));
}

// An answer that is still on its way is about another request or other texts.
function dropExamples() {
  making?.abort();
  making = null;
  clearTimeout(makingTimer);
}

// A record becomes the last one; where the data is one object it takes its place.
function putIntoData(record) {
  const text = data.text.trimEnd();
  if (format === "ndjson") {
    data.text = (text ? text + "\n" : "") + record + "\n";
  } else if (text.startsWith("[") && text.endsWith("]")) {
    const before = text.slice(0, -1).trimEnd();
    data.text = before + (before.endsWith("[") ? "" : ",") + "\n  " + record + "\n]\n";
  } else {
    data.text = record + "\n";
  }
  data.area.focus();
  data.area.setSelectionRange(data.text.length, data.text.length);
  data.area.scrollTop = data.area.scrollHeight;
  edited(0);
}

// MARK: - Controls

function enter({ rules: ruleText, data: dataText, format = "", language }) {
  entered += 1;
  notice("");
  dropExamples();
  $("format").value = format;
  if (language) $("language").value = language;
  $("record").value = 1;
  $("why-field").value = "";
  $("examples").replaceChildren();
  rules.text = ruleText;
  data.text = dataText;
  look();
}

function enterSample(index) {
  $("sample").value = index;
  enter(samples[index]);
}

async function enterLink() {
  if (location.hash === ownFragment && ownFragment) return;
  const mine = ++entered;
  let linked = null;
  let isDamaged = false;
  try {
    linked = await state(location.hash);
  } catch {
    isDamaged = true;
  }
  // Another link or an example was chosen since.
  if (mine !== entered) return;
  if (linked) {
    $("sample").value = "";
    enter(linked);
  } else if (isDamaged || !location.hash || !ownFragment) {
    enterSample(0);
  }
  if (isDamaged) notice("The link is damaged; an example is shown instead.", "bad");
}

async function copyLink() {
  notice("");
  const mine = entered;
  const [text, kind] = await copied();
  // The texts that the link carries are no longer on the page.
  if (mine === entered) notice(text, kind);
}

async function copied() {
  let link;
  try {
    link = await remember();
  } catch (error) {
    return [`No link could be made: ${error.message}`, "bad"];
  }
  try {
    await navigator.clipboard.writeText(link);
    return ["The link is copied. It contains the rule set and the data in a part that browsers do not send to the server.", "good"];
  } catch {
    return ["The browser does not allow copying here. The address of this page is the link.", "bad"];
  }
}

options($("language"), [], Object.entries(languages).map(([value, text]) => ({ value, text })));
options($("sample"), [], [{ value: "", text: "–" }, ...samples.map(({ name }, index) => ({ value: `${index}`, text: name }))]);
$("sample").addEventListener("change", () => {
  if ($("sample").value) enterSample($("sample").value);
});
for (const id of ["format", "language"]) $(id).addEventListener("change", () => edited(0));
for (const id of ["record", "why-field"]) $(id).addEventListener("change", () => look());
$("copy").addEventListener("click", copyLink);
$("example-form").addEventListener("submit", (event) => {
  event.preventDefault();
  if ($("example-field").value) makeExamples($("example-field").value);
});
document.addEventListener("selectionchange", atCaret);
document.addEventListener("keydown", (event) => {
  if (event.key !== "F8") return;
  event.preventDefault();
  next(event.shiftKey ? -1 : 1);
});
addEventListener("hashchange", enterLink);
enterLink();
