// SPDX-License-Identifier: Apache-2.0

// What is shown of an answer, as elements; texts become text nodes, so that nothing of them is markup.
export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children.filter((child) => child !== null));
  return made;
}

// A finding or an issue; its message may be in a language that is written from right to left.
export function item(kind, place, subject, message, code, onClick) {
  return element("li", {}, element("button", { type: "button", className: `item ${kind}`, onclick: onClick },
    element("span", { className: "place" }, place ? `${place} ` : ""), subject ? `${subject} ` : "",
    element("bdi", {}, message), " ", element("code", {}, code)));
}

export function count(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

export function options(select, texts, first) {
  const chosen = select.value;
  const wanted = [...first, ...texts.map((text) => ({ value: text, text }))];
  const shown = [...select.options].map((option) => option.value).join("\n");
  if (shown === wanted.map((option) => option.value).join("\n")) return;
  select.replaceChildren(...wanted.map((option) => element("option", option)));
  if (wanted.some((option) => option.value === chosen)) select.value = chosen;
}

// MARK: - Why

function time(nanoseconds) {
  if (nanoseconds < 1e3) return `${nanoseconds} ns`;
  return nanoseconds < 1e6 ? `${(nanoseconds / 1e3).toPrecision(3)} µs` : `${(nanoseconds / 1e6).toPrecision(3)} ms`;
}

const words = { passed: "passed", failed: "failed", undecided: "undecided", skipped: "did not run" };

function line(rule) {
  const told = rule.message ? `${rule.code}: ${rule.message}` : rule.code ?? "";
  const reason = rule.reason ? `did not run: ${rule.reason}` : told;
  return element("span", { className: rule.outcome, title: words[rule.outcome] },
    element("code", {}, rule.rule), rule.value === undefined ? "" : ` of ${rule.value}`,
    reason ? ` ${reason}` : "", rule.isWarning && rule.outcome === "failed" ? " (a warning)" : "",
    element("span", { className: "note" }, rule.note ? ` ${rule.note}` : ""),
    element("span", { className: "cost" }, rule.nanoseconds > 0 ? ` ${time(rule.nanoseconds)}` : ""));
}

function branch(rule) {
  if (!rule.checks?.length) return element("li", {}, line(rule));
  return element("li", {}, element("details", { open: rule.outcome === "failed" },
    element("summary", {}, line(rule)), element("ul", {}, ...rule.checks.map(branch))));
}

export function tree(why) {
  if (why.problem) return [element("p", { className: "note" }, why.problem)];
  const head = element("p", {},
    element("strong", {}, `record ${why.record} is ${why.verdict}`),
    element("span", { className: "cost" }, ` ${time(why.nanoseconds)}`));
  const values = why.values.map(({ pointer, field, value, rules }) =>
    element("details", { open: rules.some((rule) => ["failed", "undecided"].includes(rule.outcome)) },
      element("summary", {}, element("code", {}, pointer || field), ` ${value}`),
      element("ul", {}, ...rules.map(branch))));
  const omitted = why.omitted > 0 ? [element("p", { className: "note" }, `${why.omitted} more rules are not shown`)] : [];
  return [head, ...values, ...omitted];
}

// MARK: - Examples

function example(found, onUse) {
  const others = Object.entries(found.with ?? {}).map(([key, value]) => `${key} ${JSON.stringify(value)}`);
  const use = found.record === undefined ? null
    : element("button", { type: "button", onclick: () => onUse(found.record) }, "Add to the data");
  return element("li", {}, element("span", { className: "value" }, found.value),
    others.length > 0 ? ` with ${others.join(", ")}` : "", found.code ? ` ${found.code}: ${found.message} ` : " ", use);
}

function about({ rule, summary, standard, examples }) {
  return element("details", {},
    element("summary", {}, element("code", {}, rule), ` ${summary}${standard ? ` (${standard})` : ""}`),
    element("ul", {}, ...examples.map((shown) => element("li", { className: shown.code ? "failed" : "passed" },
      element("code", {}, shown.rule), " on ", element("span", { className: "value" }, shown.value),
      shown.code ? ` fails with ${shown.code}` : " passes"))));
}

export function exampleProblem(text) {
  return element("p", { className: "problem" }, text);
}

export function exampleList(found, onUse) {
  if (found.problem) return [element("p", { className: "note" }, found.problem)];
  const passing = found.passing
    ? element("ul", {}, example(found.passing, onUse))
    : element("p", { className: "note" }, `none of ${count(found.tried, "value")}`);
  const failing = found.failing.length > 0
    ? element("ul", {}, ...found.failing.map((each) => example(each, onUse)))
    : element("p", { className: "note" }, `none of ${count(found.tried, "value")}`);
  return [
    element("p", {}, element("code", {}, found.rules)),
    element("h3", {}, "Passes"), passing, element("h3", {}, "Fails"), failing,
    found.isComplete ? null : element("p", { className: "note" }, "the search ended before all values were tried"),
    element("h3", {}, "Rules"), ...found.about.map(about),
  ].filter((part) => part !== null);
}
