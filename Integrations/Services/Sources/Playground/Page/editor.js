// SPDX-License-Identifier: Apache-2.0

// A text area above a copy of its text. The copy carries the marks: its text is transparent, and the
// highlights of both editors share their names.
const kinds = ["error", "warning", "fault", "chosen"];

const highlights = new Map(kinds.map((kind, priority) => {
  if (!globalThis.Highlight) return [kind, new Set()];
  const highlight = new Highlight();
  highlight.priority = kind === "chosen" ? 0 : kinds.length - priority;
  CSS.highlights.set(kind, highlight);
  return [kind, highlight];
}));

export class Editor {
  constructor(place, label, onInput) {
    this.area = document.createElement("textarea");
    this.area.spellcheck = false;
    this.area.autocapitalize = "off";
    this.area.autocomplete = "off";
    this.area.setAttribute("aria-label", label);
    this.marks = document.createElement("pre");
    this.marks.className = "marks";
    this.numbers = document.createElement("pre");
    this.numbers.className = "numbers";
    for (const copy of [this.numbers, this.marks]) copy.setAttribute("aria-hidden", "true");
    this.copy = this.marks.appendChild(document.createTextNode(""));
    this.ranges = [];
    this.lineCount = 0;
    place.append(this.numbers, this.marks, this.area);
    this.area.addEventListener("input", () => { this.follow(); onInput(); });
    this.area.addEventListener("scroll", () => this.scroll());
    new ResizeObserver(() => this.scroll()).observe(this.area);
    this.follow();
  }

  get text() { return this.area.value; }

  set text(text) {
    this.area.value = text;
    this.area.setSelectionRange(0, 0);
    this.area.scrollTo(0, 0);
    this.follow();
  }

  // The copy follows the text; the marks wait for the answer about it.
  follow() {
    this.clear(kinds);
    this.copy.data = this.text + "\n";
    const count = this.text.split("\n").length;
    if (count !== this.lineCount) {
      this.lineCount = count;
      this.numbers.textContent = Array.from({ length: count }, (_, index) => index + 1).join("\n") + "\n";
    }
    this.scroll();
  }

  scroll() {
    this.marks.scrollTo(this.area.scrollLeft, this.area.scrollTop);
    this.numbers.scrollTop = this.area.scrollTop;
  }

  clear(names) {
    this.ranges = this.ranges.filter(({ kind, range }) => {
      if (!names.includes(kind)) return true;
      highlights.get(kind).delete(range);
      return false;
    });
  }

  // Marks a place, at least one character of it.
  mark(kind, place) {
    if (place?.start === undefined) return null;
    const end = Math.min(Math.max(place.end, place.start + 1), this.copy.length);
    const range = new Range();
    range.setStart(this.copy, Math.min(place.start, end));
    range.setEnd(this.copy, end);
    highlights.get(kind).add(range);
    this.ranges.push({ kind, range });
    return range;
  }

  // Scrolls to a place that is out of sight.
  reveal(place) {
    const range = new Range();
    range.setStart(this.copy, Math.min(place.start, this.copy.length));
    range.setEnd(this.copy, Math.min(place.end, this.copy.length));
    const found = range.getBoundingClientRect();
    const seen = this.area.getBoundingClientRect();
    if (found.top < seen.top || found.bottom > seen.bottom) {
      this.area.scrollTop += found.top - seen.top - seen.height / 3;
    }
    if (found.left < seen.left || found.left > seen.right - 24) {
      this.area.scrollLeft += found.left - seen.left - seen.width / 3;
    }
    this.scroll();
  }

  select(place) {
    this.area.focus();
    this.area.setSelectionRange(place.start, place.end);
    this.reveal(place);
  }
}
