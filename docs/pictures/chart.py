# SPDX-License-Identifier: Apache-2.0
"""chart.py: the chart of README, as SVG, of the results that `make results` writes."""

import html

# The groups of bars: a title, and each bar's label, its source, and whether it is of this project.
GROUPS = [
    ("Records of JSON, in Python", [
        ("Assay", ("python", "assay, JSON"), True), ("pydantic", ("python", "pydantic"), False),
        ("jsonschema-rs", ("python", "jsonschema_rs"), False)]),
    ("Rows of a table, in Python", [
        ("Assay", ("python", "assay, Arrow, table"), True), ("pandera", ("python", "pandera on polars"), False),
        ("pointblank", ("python", "pointblank on polars"), False)]),
    ("A file of NDJSON, one record in ten is invalid, one thread", [
        ("Assay", ("bench", "engine"), True), ("C by hand", ("bench", "limit"), False)]),
]
LABELS_WIDTH, BARS_WIDTH, WIDTH = 160, 510, 860

SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">
<title>Records a second</title>
<style>
text {{ font: 13px system-ui, -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif; fill: #1f2328; }}
.card {{ fill: #ffffff; stroke: #d1d9e0; }}
.head {{ font-weight: 600; font-size: 15px; }}
.group {{ font-weight: 600; }}
.label {{ text-anchor: end; }}
.note {{ font-size: 12px; fill: #59636e; }}
.ours.valid, .ours.mixed {{ fill: #0969da; }}
.ours.invalid {{ fill: #80b6f2; }}
.valid, .mixed {{ fill: #818b98; }}
.invalid {{ fill: #c8cfd6; }}
@media (prefers-color-scheme: dark) {{
text {{ fill: #f0f6fc; }}
.card {{ fill: #0d1117; stroke: #3d444d; }}
.note {{ fill: #9198a1; }}
.ours.valid, .ours.mixed {{ fill: #4493f8; }}
.ours.invalid {{ fill: #2a5a9c; }}
.valid, .mixed {{ fill: #818b98; }}
.invalid {{ fill: #4c535c; }}
}}
</style>
<rect class="card" x="0.5" y="0.5" width="{inner_width}" height="{inner_height}" rx="9"/>
{parts}
</svg>
"""


class Chart:
    """Bars of records a second: a scale for each group, which begins at zero."""

    def __init__(self, results):
        self.results, self.parts, self.y = results, [], 34

    def add(self, text):
        self.parts.append(text)

    def text(self, text, x, name, y=None):
        self.add(f'<text class="{name}" x="{x}" y="{self.y if y is None else y}">{html.escape(text, quote=False)}</text>')

    def rates(self, source):
        """The bars of a program: each one's kind and its records a second."""
        file, name = source
        if file == "bench":
            return [("mixed", 1e9 / self.results["bench"]["rows"]["B"][name])]
        row = self.results["python"]["rows"][name]
        return [("valid", row["valid"]), ("invalid", row["heavy"])]

    def share_found(self, source):
        """What a program finds of the violations, as a text, or nothing for all of them."""
        file, name = source
        if file == "bench":
            return None
        found, truth = self.results["python"]["rows"][name]["found"], self.results["python"]["truth"]
        return None if f"{found:.2f}" == f"{truth:.2f}" else f"finds {found:.2f} of {truth:.2f} violations a record"

    def label(self, name):
        """The name of a program, with its version if it is a package."""
        version = self.results["python"]["packages"].get(name)
        return f"{name} {version}" if version else name

    def legend(self):
        x = 24 + LABELS_WIDTH
        for kind, text in (("valid", "every record is valid"), ("invalid", "every record is invalid")):
            self.add(f'<rect class="ours {kind}" x="{x}" y="{self.y - 10}" width="11" height="11" rx="2"/>')
            self.add(f'<rect class="{kind}" x="{x + 13}" y="{self.y - 10}" width="11" height="11" rx="2"/>')
            self.text(text, x + 30, "note")
            x += 200

    def group(self, title, bars):
        self.text(title, 24, "group")
        self.y += 12
        highest = max(rate for _, source, _ in bars for _, rate in self.rates(source))
        for label, source, is_ours in bars:
            rates, share = self.rates(source), self.share_found(source)
            middle = self.y + 7 * len(rates) + 4
            self.text(self.label(label), 24 + LABELS_WIDTH - 10, "label", middle)
            for index, (kind, rate) in enumerate(rates):
                length = max(1, BARS_WIDTH * rate / highest)
                self.add(f'<rect class="{"ours " if is_ours else ""}{kind}" x="{24 + LABELS_WIDTH}" y="{self.y}" '
                         f'width="{length:.1f}" height="13" rx="2"/>')
                number = f"{round(rate):,}"
                note = f"{number} ({share})" if share and index == len(rates) - 1 else number
                self.text(note, f"{24 + LABELS_WIDTH + length + 8:.1f}", "note", self.y + 11)
                self.y += 14
            self.y += 7
        self.y += 22

    def svg(self):
        self.text("Records a second", 24, "head")
        self.legend()
        self.y += 34
        for title, bars in GROUPS:
            self.group(title, bars)
        for line in self.origins():
            self.text(line, 24, "note")
            self.y += 17
        height = self.y + 2
        return SVG.format(width=WIDTH, height=height, inner_width=WIDTH - 1, inner_height=height - 1, parts="\n".join(self.parts))

    def origins(self):
        """The machines, each one followed by the commands that it ran."""
        commands = {}
        for name in ("python", "bench"):
            measured = self.results[name]["measured"]
            machine = f"{measured['processor']}, {measured['cores']} cores; {measured['date']}, commit {measured['commit']}:"
            commands.setdefault(machine, []).append(measured["command"])
        return [line for machine, ran in commands.items() for line in (machine, " and ".join(ran))]
