# SPDX-License-Identifier: Apache-2.0
"""playground.py ADDRESS [PICTURES]: uses the playground of a server that runs in headless Chromium: types, looks, follows
the link, and holds the page to what it promises. PICTURES is a folder for pictures of the page. Ends with status 1 at the
first thing that is not as it should be. `.ci/check-playground` calls it."""

import contextlib
import json
import os
import shutil
import sys
import time
import urllib.error
import urllib.request

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

ADDRESS = sys.argv[1].rstrip("/") + "/"
PICTURES = sys.argv[2] if len(sys.argv) > 2 else None
CHROMIUM = next(filter(None, map(shutil.which, ["chromium-headless-shell", "chromium", "chromium-browser"])))

RULES = "assay: 1\nfields:\n  name: required, length(3...20)\n  age: integer, range(18...)\n"
DATA = '{"name":"😀","age":30}\n{"name":"ann","age":17}\n'
OUTCOME = "2 records, 2 invalid, 2 findings."
MORE = DATA + '{"name":"bob","age":30}\n'
MORE_OUTCOME = "3 records, 2 invalid, 2 findings."
SAMPLE_OUTCOME = "3 records, 2 invalid, 7 findings."
CLIPBOARD = {"permissions": ["clipboard-read", "clipboard-write"]}
MARKS = """kind => [...CSS.highlights.get(kind)].map((range) => range.toString())"""

# What Chromium says of a server on a slow machine that is still at what the page asked before; the page asks again.
BUSY = "the server responded with a status of 503"

# A slow machine takes its time; what never comes fails all the same.
PATIENCE = 30
expect.set_options(timeout=PATIENCE * 1000)


@contextlib.contextmanager
def opened(browser, fragment="", errors=True, **options):
    """A page of a browser that no one has used; with no error on its console, and nothing asked of other servers."""
    context = browser.new_context(**options)
    page = context.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    said, asked = [], []
    page.on("console", lambda message: said.append(message.text)
            if message.type in ("error", "warning") and BUSY not in message.text else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(ADDRESS + fragment)
    expect(page.locator("#status")).not_to_be_empty()
    yield page
    assert not (errors and said), f"the console says {said}"
    foreign = [url for url in asked if not url.startswith(ADDRESS)]
    assert not foreign, f"the page asks {foreign}"
    context.close()


class Held:
    """The answers to what a page tries come when `release` is called, so that what happens until then surely happens before
    them. Where `examples` or `tried` is given, requests for examples or all others are answered with this status and text."""

    def __init__(self, page, examples=None, tried=None):
        self.page, self.examples, self.tried = page, examples, tried
        self.routes, self.is_released = [], False
        page.route("**/v1/try", self.take)

    def take(self, route):
        problem = self.examples if "examples" in route.request.post_data_json else self.tried
        if problem:
            status, detail = problem
            route.fulfill(status=status, content_type="application/problem+json", body=json.dumps({"detail": detail}))
        elif self.is_released:
            route.continue_()
        else:
            self.routes.append(route)

    def wait(self, holds):
        """Waits until a request is held whose body is the one."""
        end = time.monotonic() + PATIENCE
        while not any(holds(route.request.post_data_json) for route in self.routes):
            assert time.monotonic() < end, "the page has not asked"
            self.page.wait_for_timeout(10)

    def release(self):
        self.is_released = True
        for route in self.routes:
            route.continue_()

    def end(self):
        self.page.unroute("**/v1/try")


def area(page, name):
    return page.get_by_role("textbox", name=name, exact=True)


def enter(page, rules=RULES, data=DATA, shape=""):
    area(page, "Rule set").fill(rules)
    area(page, "Data").fill(data)
    page.locator("#format").select_option(shape)


def typing(browser):
    with opened(browser) as page:
        expect(page.locator("#status")).to_have_text(SAMPLE_OUTCOME)
        enter(page)
        expect(page.locator("#status")).to_have_text(OUTCOME)
        assert page.evaluate(MARKS, "error") == ['"😀"', "17"], page.evaluate(MARKS, "error")
        # Type: the findings follow.
        area(page, "Data").focus()
        page.keyboard.press("Control+End")
        page.keyboard.type('{"name":"bo","age":"x"}')
        expect(page.locator("#list button")).to_have_count(4)
        expect(page.locator("#list button").nth(2)).to_contain_text("3:9 /name must have at least 3 characters length.tooShort")
        # The mark is where the text is: the copy lies under the text area, and scrolls with it.
        place = page.evaluate("""() => {
            const area = document.querySelector('#data textarea'), marks = document.querySelector('#data .marks');
            const style = (element) => ['font', 'lineHeight', 'paddingLeft', 'paddingTop', 'tabSize', 'letterSpacing']
                .map((name) => getComputedStyle(element)[name]).join();
            const boxes = [area, marks].map((element) => element.getBoundingClientRect());
            area.value += '\\n'.repeat(80); area.dispatchEvent(new Event('input'));
            area.scrollTop = 500;
            return { same: style(area) === style(marks), left: boxes[0].left - boxes[1].left, top: boxes[0].top - boxes[1].top };
        }""")
        assert place == {"same": True, "left": 0, "top": 0}, place
        for name in ("textarea", ".marks", ".numbers"):
            expect(page.locator(f"#data {name}")).to_have_js_property("scrollTop", 500)
        expect(page.locator("#list button")).to_have_count(4)
        # A broken rule set: its issue, at its place; then whole again.
        enter(page, RULES.replace("length(3...20)", "lenght(3...20)"))
        expect(page.locator("#status")).to_have_text("The rule set has 1 issue.")
        expect(page.locator("#diagnostics button")).to_contain_text("rule.unknown")
        assert page.evaluate(MARKS, "error") == ["lenght"], page.evaluate(MARKS, "error")
        page.locator("#diagnostics button").click()
        assert selection(page, "rules") == "lenght"
        page.keyboard.type("length")
        expect(page.locator("#status")).to_have_text(OUTCOME)
        expect(page.locator("#diagnostics button")).to_have_count(0)
        # A header without a column, and no data.
        enter(page, data="age\n1\n", shape="csv")
        expect(page.locator("#input")).to_contain_text("has no column 'name'")
        expect(page.locator("#answered")).to_have_text("Sent whole: status 400 (malformed).")
        enter(page, data="", shape="ndjson")
        expect(page.locator("#status")).to_have_text("There are no records, so nothing was validated.")
        expect(page.locator("#answered")).to_have_text("Sent whole: status 200 (empty).")
        expect(page.locator("#input")).to_contain_text("no record was read; send at least one record")
        # What becomes of the records as the body of a request, in one piece and in several.
        enter(page, data='[{"name":"ann"},{"name":"B"}]', shape="json")
        expect(page.locator("#answered")).to_have_text(
            "Sent whole: status 422 (invalid). Sent as a stream: status 200, and Assay-Result: invalid at the end.")
        enter(page, data='{"name":"B"}', shape="json")
        expect(page.locator("#answered")).to_have_text("Sent whole: status 422 (invalid).")
        enter(page, data='[{"name":"ann"', shape="json")
        expect(page.locator("#answered")).to_contain_text("Sent whole: status 400 (malformed).")


def selection(page, editor):
    return page.evaluate("""(editor) => {
        const area = document.querySelector(`#${editor} textarea`);
        return document.activeElement === area ? area.value.slice(area.selectionStart, area.selectionEnd) : null;
    }""", editor)


def findings(browser):
    with opened(browser) as page:
        enter(page)
        expect(page.locator("#list button")).to_have_count(2)
        page.keyboard.press("F8")
        assert selection(page, "data") == '"😀"', selection(page, "data")
        assert page.evaluate(MARKS, "chosen") == ["length(3...20)", '"😀"'][::-1], page.evaluate(MARKS, "chosen")
        expect(page.locator("#list [aria-current]")).to_contain_text("length.tooShort")
        page.keyboard.press("F8")
        assert selection(page, "data") == "17"
        expect(page.locator("#why strong")).to_have_text("record 2 is invalid")
        expect(page.locator("#why .failed")).to_contain_text("range(18...) range.tooSmall: must be at least 18")
        expect(page.locator("#why details")).to_have_count(1)
        page.keyboard.press("F8")
        assert selection(page, "data") == '"😀"'
        page.keyboard.press("Shift+F8")
        assert selection(page, "data") == "17"
        # The caret alone finds the finding and the record.
        page.keyboard.press("Control+Home")
        for _ in range(10):
            page.keyboard.press("ArrowRight")
        expect(page.locator("#list [aria-current]")).to_contain_text("length.tooShort")
        expect(page.locator("#record")).to_have_value("1")
        # Other languages, one of them from right to left.
        page.locator("#language").select_option("de")
        expect(page.locator("#list button").first).to_contain_text("muss mindestens 3 Zeichen haben")
        page.locator("#language").select_option("ar")
        expect(page.locator("#list button bdi").first).not_to_contain_text("Zeichen")
        # The record and the field that are explained; the tree opens with the keyboard.
        page.locator("#why-field").select_option("")
        page.locator("#record").fill("2")
        page.locator("#record").press("Enter")
        expect(page.locator("#why strong")).to_have_text("record 2 is invalid")
        expect(page.locator("#why details")).to_have_count(2)
        closed = page.locator("#why details:not([open]) summary")
        expect(closed).to_have_count(1)
        closed.focus()
        page.keyboard.press("Enter")
        expect(page.locator("#why details[open]")).to_have_count(2)
        page.locator("#record").fill("9")
        page.locator("#record").press("Enter")
        expect(page.locator("#why")).to_have_text("record 9 is not there, or is malformed")


def examples(browser):
    with opened(browser) as page:
        for number, name, count in [("1", "json", 5), ("2", "csv", 4), ("0", "ndjson", 7)]:
            page.locator("#sample").select_option(number)
            expect(page.locator("#format")).to_have_value(name)
            expect(page.locator("#list button")).to_have_count(count)
        enter(page, data='{"name":"ann"}\n', shape="ndjson")
        expect(page.locator("#list button")).to_have_count(0)
        expect(page.locator("#status")).to_have_text("1 record, 0 invalid, 0 findings.")
        page.locator("#example-field").select_option("name")
        page.get_by_role("button", name="Make examples").press("Enter")
        failing = page.locator("#examples li", has_text="length.tooLong: must")
        expect(failing).to_have_count(1)
        failing.get_by_role("button").press("Enter")
        expect(page.locator("#status")).to_have_text("2 records, 1 invalid, 1 finding.")
        expect(page.locator("#list button")).to_have_count(1)
        expect(page.locator("#list button")).to_contain_text("length.tooLong")
        area(page, "Data").fill('[\n  {"name":"ann"}\n]\n')
        page.locator("#format").select_option("json")
        expect(page.locator("#status")).to_have_text("1 record, 0 invalid, 0 findings.")
        failing.get_by_role("button").click()
        expect(page.locator("#status")).to_have_text("2 records, 1 invalid, 1 finding.")
        assert len(json.loads(area(page, "Data").input_value())) == 2


def told(page, text):
    """What a screen reader reads out, wherever it is on the page."""
    return page.get_by_role("status").filter(has_text=text)


def link(browser):
    texts = (RULES + "# ünï😀\n", DATA)
    with opened(browser, **CLIPBOARD) as page:
        enter(page, *texts)
        page.locator("#language").select_option("fr")
        expect(told(page, OUTCOME)).to_be_visible()
        page.get_by_role("button", name="Copy link").click()
        expect(told(page, "The link is copied")).to_be_visible()
        expect(told(page, OUTCOME)).to_be_visible()
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied == page.evaluate("location.href") and copied.startswith(ADDRESS + "#"), copied
    with opened(browser, copied[len(ADDRESS):]) as page:
        expect(page.locator("#list button")).to_have_count(2)
        found = (area(page, "Rule set").input_value(), area(page, "Data").input_value())
        assert found == texts, found
        expect(page.locator("#language")).to_have_value("fr")
        expect(page.locator("#notice")).to_be_empty()
    for damaged in ["#1.", "#1.%%%", "#1.qg", copied[len(ADDRESS):-9]]:
        with opened(browser, damaged) as page:
            expect(told(page, "The link is damaged")).to_be_visible()
            expect(told(page, SAMPLE_OUTCOME)).to_be_visible()
            expect(page.locator("#list button")).to_have_count(7)


# What an action has led to is not lost to the outcome of a validation that was under way, and hides no outcome.


def copied_link(browser):
    """A link is copied while the answer about an edit is on its way."""
    with opened(browser, **CLIPBOARD) as page:
        enter(page)
        expect(told(page, OUTCOME)).to_be_visible()
        held = Held(page)
        area(page, "Data").fill(MORE)
        held.wait(lambda body: body["data"] == MORE)
        page.get_by_role("button", name="Copy link").click()
        expect(told(page, "The link is copied")).to_be_visible()
        held.release()
        expect(told(page, MORE_OUTCOME)).to_be_visible()
        expect(told(page, "The link is copied")).to_be_visible()
        # To look at another record makes nothing untrue; an edit does, and so does another example.
        page.locator("#record").fill("2")
        page.locator("#record").press("Enter")
        expect(page.locator("#why strong")).to_have_text("record 2 is invalid")
        expect(told(page, "The link is copied")).to_be_visible()
        area(page, "Data").fill(DATA)
        expect(told(page, "The link is copied")).to_have_count(0)
        expect(told(page, OUTCOME)).to_be_visible()
        page.get_by_role("button", name="Copy link").click()
        expect(told(page, "The link is copied")).to_be_visible()
        page.locator("#sample").select_option("0")
        expect(told(page, "The link is copied")).to_have_count(0)
        expect(told(page, SAMPLE_OUTCOME)).to_be_visible()
    # Where copying is not allowed.
    with opened(browser) as page:
        expect(told(page, SAMPLE_OUTCOME)).to_be_visible()
        page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed')); }")
        page.get_by_role("button", name="Copy link").click()
        expect(told(page, "The address of this page is the link")).to_be_visible()
        expect(told(page, SAMPLE_OUTCOME)).to_be_visible()


def damaged_link(browser):
    """A damaged link in the same page, whose example is tried once more after that."""
    with opened(browser) as page:
        enter(page)
        expect(told(page, OUTCOME)).to_be_visible()
        held = Held(page)
        page.evaluate("location.hash = '#1.AAAA'")
        held.wait(lambda body: "carol" in body["data"])
        page.locator("#record").fill("2")
        page.locator("#record").press("Enter")
        held.wait(lambda body: "carol" in body["data"] and body["why"]["record"] == 2)
        expect(told(page, "The link is damaged")).to_be_visible()
        held.release()
        expect(told(page, SAMPLE_OUTCOME)).to_be_visible()
        expect(page.locator("#why strong")).to_have_text("record 2 is invalid")
        expect(told(page, "The link is damaged")).to_be_visible()
        # The address is that of the example.
        page.wait_for_url(lambda url: "#1." in url and "#1.AAAA" not in url)


def no_examples(browser):
    """Examples cannot be made while the answer about an edit is on its way: they come when the server has time."""
    with opened(browser) as page:
        enter(page)
        expect(told(page, OUTCOME)).to_be_visible()
        held = Held(page, examples=(503, "Too much is tried."))
        area(page, "Data").fill(MORE)
        held.wait(lambda body: body["data"] == MORE)
        page.get_by_role("button", name="Make examples").click()
        expect(page.get_by_text("No examples: Too much is tried.")).to_be_visible()
        held.release()
        expect(told(page, MORE_OUTCOME)).to_be_visible()
        expect(page.get_by_text("No examples: Too much is tried.")).to_be_visible()
        held.end()
        expect(page.locator("#examples h3")).to_have_count(3)
        expect(page.get_by_text("No examples")).to_have_count(0)
    # Of texts that the server does not try there are none, until the texts are others.
    with opened(browser, errors=False) as page:
        enter(page)
        expect(told(page, OUTCOME)).to_be_visible()
        held = Held(page, examples=(413, "The data are too long."))
        held.release()
        page.get_by_role("button", name="Make examples").click()
        expect(page.get_by_text("No examples: The data are too long.")).to_be_visible()
        area(page, "Data").fill(MORE)
        expect(page.get_by_text("No examples")).to_have_count(0)


def not_tried(browser):
    """Texts that the server does not try: that is the outcome, which a notice does not hide."""
    with opened(browser, errors=False, **CLIPBOARD) as page:
        enter(page)
        expect(told(page, OUTCOME)).to_be_visible()
        Held(page, tried=(413, "The data are too long."))
        area(page, "Data").fill("x")
        expect(told(page, "The rule set was not tried: The data are too long.")).to_be_visible()
        page.get_by_role("button", name="Copy link").click()
        expect(told(page, "The link is copied")).to_be_visible()
        expect(told(page, "The rule set was not tried: The data are too long.")).to_be_visible()


def keyboard(browser):
    """Tab reaches everything that the mouse reaches, and leaves it again."""
    with opened(browser, viewport={"width": 1280, "height": 900}) as page:
        expect(page.locator("#list button")).to_have_count(7)
        wanted = page.evaluate("""() => {
            const found = [...document.querySelectorAll('a[href], button, select, textarea, input, summary')];
            window.wanted = found.filter((element) => element.checkVisibility());
            return window.wanted.length;
        }""")
        reached = set()
        for _ in range(2 * wanted):
            page.keyboard.press("Tab")
            at = page.evaluate("window.wanted.indexOf(document.activeElement)")
            if at >= 0 and at in reached:
                break
            reached.add(at)
            seen = page.evaluate("""() => {
                const element = document.activeElement;
                const style = getComputedStyle(element.matches('.editor *') ? element.parentElement : element);
                return style.outlineStyle;
            }""")
            assert at < 0 or seen != "none", f"the focus is not to be seen at {at}"
        missed = set(range(wanted)) - reached
        names = page.evaluate("(missed) => missed.map((index) => window.wanted[index].outerHTML)", sorted(missed))
        assert not missed, f"Tab does not reach {names}"


def security(browser):
    markup = "<img src=x onerror=alert(1)>"
    with opened(browser) as page:
        enter(page, f'assay: 1\nfields:\n  "{markup}": required, oneOf("{markup}")\n', json.dumps({markup: markup + "x"}) + "\n")
        expect(page.locator("#list button")).to_have_count(1)
        expect(page.locator("#list button")).to_contain_text(markup)
        expect(page.locator("#why")).to_contain_text(markup)
        page.get_by_role("button", name="Make examples").click()
        expect(page.locator("#examples")).to_contain_text(markup)
        enter(page, markup)
        expect(page.locator("#diagnostics button")).to_have_count(1)
        assert page.locator("img").count() == 0 and page.title() == "Assay playground"
    with opened(browser, errors=False) as page:
        for attempt in ["eval('1')", "new Function('1')()", "document.body.innerHTML = '<b>x</b>'"]:
            # Later: what a debugger evaluates is free of the policy.
            blocked = page.evaluate("""new Promise((resolve) => setTimeout(() => {
                try { %s; resolve(false); } catch { resolve(true); }
            }))""" % attempt)
            assert blocked, f"the policy allows {attempt}"
        page.evaluate("""() => {
            const style = document.createElement('style');
            style.textContent = 'body { display: none }';
            document.head.append(style);
        }""")
        assert page.locator("h1").is_visible(), "the policy allows a style in the page"
    with urllib.request.urlopen(ADDRESS) as answer:
        policy = answer.headers["Content-Security-Policy"]
        tag = answer.headers["ETag"]
    assert policy.startswith("default-src 'none';") and "unsafe" not in policy and "*" not in policy, policy
    again = urllib.request.Request(ADDRESS, headers={"If-None-Match": tag})
    assert status(again) == 304

    def sent(body, kind):
        """The status of a trial, asked for until what pages have asked before leaves a place for it."""
        end = time.monotonic() + PATIENCE
        while True:
            found = status(urllib.request.Request(ADDRESS + "v1/try", body, {"Content-Type": kind}))
            if found != 503 or time.monotonic() > end:
                return found
            time.sleep(0.1)

    assert sent(b"{}", "application/json; charset=utf-8") == 200
    assert sent(b"{}", "text/plain") == 415
    assert sent(b"{", "application/json") == 400
    assert sent(json.dumps({"rules": " " * 70_000}).encode(), "application/json") == 413
    assert sent(b" " * (3 << 20), "application/json") == 413


def status(request):
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def absence(browser):
    """The server does not answer, and is there again."""
    with opened(browser, errors=False) as page:
        enter(page)
        expect(page.locator("#status")).to_have_text(OUTCOME)
        page.context.set_offline(True)
        area(page, "Data").fill(MORE)
        page.get_by_role("button", name="Make examples").click()
        expect(page.locator("#status")).to_have_text("The server does not respond.")
        expect(page.locator("#examples")).to_have_text("No examples: the server does not respond.")
        page.context.set_offline(False)
        expect(page.locator("#status")).to_have_text(MORE_OUTCOME)
        expect(page.locator("#examples h3")).to_have_count(3)


def looks(browser):
    for width in (320, 1280):
        for scheme in ("light", "dark"):
            size = {"width": width, "height": 900}
            with opened(browser, "#1.", viewport=size, color_scheme=scheme, **CLIPBOARD) as page:
                expect(page.locator("#notice")).to_contain_text("The link is damaged")
                expect(page.locator("#list button")).to_have_count(7)
                look_at(page, width, scheme, "damaged")
                page.locator("#list button").nth(2).click()
                expect(page.locator("#why strong")).to_contain_text("record 2")
                page.get_by_role("button", name="Make examples").click()
                expect(page.locator("#examples h3")).to_have_count(3)
                page.get_by_role("button", name="Copy link").click()
                expect(page.locator("#notice")).to_contain_text("The link is copied")
                look_at(page, width, scheme, "copied")
                held = Held(page, examples=(503, "Too much is tried."))
                page.get_by_role("button", name="Make examples").click()
                expect(page.locator("#examples")).to_have_text("No examples: Too much is tried.")
                look_at(page, width, scheme, "none")
                # The page asks no more when it has its answer, and can be closed.
                held.end()
                expect(page.locator("#examples h3")).to_have_count(3)


def look_at(page, width, scheme, name):
    across = page.evaluate("document.documentElement.scrollWidth")
    assert across <= width, f"the page is {across} pixels wide in a window of {width}"
    result = Axe().run(page).response
    assert len(result["passes"]) > 20, "axe has checked nothing"
    wrong = [(rule["id"], [node["html"] for node in rule["nodes"]]) for rule in result["violations"]]
    assert not wrong, f"{width} {scheme} {name}: {wrong}"
    if PICTURES:
        page.screenshot(path=os.path.join(PICTURES, f"{width}-{scheme}-{name}.png"), full_page=True)


with sync_playwright() as playwright:
    chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
    for check in (typing, findings, examples, link, copied_link, damaged_link, no_examples, not_tried, keyboard, security,
                  absence, looks):
        try:
            check(chromium)
        except Exception:
            print(f"playground: {check.__name__} fails", file=sys.stderr)
            raise
        print(f"playground: {check.__name__}", flush=True)
    chromium.close()
