# SPDX-License-Identifier: Apache-2.0
"""sign_up.py FOLDER [PICTURES]: uses the built sign-up service of a folder from outside: the real process, a real SQLite file,
and headless Chromium where Playwright is installed. PICTURES is a folder for pictures of the page. Ends with status 1 at the
first thing that is not as it should be. `.ci/check-sign-up` calls it."""

import contextlib
import http.client
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

HERE = os.path.dirname(os.path.abspath(__file__))
BUILT = sys.argv[1]
PICTURES = sys.argv[2] if len(sys.argv) > 2 else None
PLUGIN = os.path.join(BUILT, "libAssayTaxIdPlugin.so")
RULES = os.path.join(HERE, "..", "rules", "sign-up.yaml")
GOOD = {"userName": "ann", "email": "ann@example.org", "country": "ES", "taxId": "12345678Z", "age": 41, "terms": True}


class Service:
    """The service as a process, with a database in a folder."""

    def __init__(self, folder, *options, plugin=PLUGIN, rules=RULES):
        self.database = os.path.join(folder, "members.sqlite")
        self.process = subprocess.Popen(
            [os.path.join(BUILT, "sign-up-service"), "--port", "0", "--database", self.database, "--rules", rules,
             "--plugin", plugin, *options],
            stderr=subprocess.PIPE, text=True)
        self.log = []
        self.port = None
        listens = threading.Event()

        def read():
            for line in self.process.stderr:
                self.log.append(line)
                found = re.search(r"listens on http://127\.0\.0\.1:(\d+)/", line)
                if found:
                    self.port = int(found.group(1))
                    listens.set()
            listens.set()

        self.reader = threading.Thread(target=read, daemon=True)
        self.reader.start()
        listens.wait(60)
        assert self.port, "".join(self.log)

    def ask(self, method, path, body=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            headers = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body=body, headers=headers)
            answer = connection.getresponse()
            return answer.status, dict((name.lower(), value) for name, value in answer.getheaders()), answer.read().decode()
        finally:
            connection.close()

    def api(self, member, **headers):
        body = member if isinstance(member, str) else json.dumps(member)
        status, headers, text = self.ask("POST", "/api/members", body, Content_Type="application/json", **headers)
        return status, headers, json.loads(text) if text else None

    def form(self, path, fields, **headers):
        return self.ask("POST", path, urllib.parse.urlencode(fields), Content_Type="application/x-www-form-urlencoded", **headers)

    def metric(self, name):
        found = re.search(rf"^{re.escape(name)} (\d+)$", self.ask("GET", "/metrics")[2], re.MULTILINE)
        return int(found.group(1)) if found else 0

    def rows(self, query):
        with contextlib.closing(sqlite3.connect(self.database)) as database:
            return database.execute(query).fetchall()

    def workers(self):
        listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True, text=True)
        return [int(pid) for pid in listed.stdout.split()]

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(30)
        self.reader.join(30)
        assert status == 0, (status, "".join(self.log))


@contextlib.contextmanager
def served(*options, **others):
    with tempfile.TemporaryDirectory() as folder:
        service = Service(folder, *options, **others)
        try:
            yield service
            service.end()
        finally:
            if service.process.poll() is None:
                service.process.kill()
                service.process.wait()


def codes(problem):
    return sorted((error["pointer"], error["code"]) for error in problem["errors"])


def details(problem):
    return {error["pointer"]: error["detail"] for error in problem["errors"]}


# Tax numbers, one for each code of the plugin.
TAX_NUMBERS = [("DE", "0"), ("DE", "12345678903"), ("DE", "86095742718"), ("ES", "1"), ("ES", "12345678A"), ("FR", "1"),
               ("FR", "3023217600054")]
DIGITS = {
    "de": "muss unter den ersten zehn Ziffern genau eine zwei- oder dreimal haben",
    "es": "debe tener exactamente una cifra que aparezca dos o tres veces entre las diez primeras",
    "fr": "doit avoir exactement un chiffre présent deux ou trois fois parmi les dix premiers",
}


def assert_tax_messages(service, expected):
    """Each code of the plugin has its message in each language of the page."""
    for language, messages in expected.items():
        found = [service.api(dict(GOOD, userName="zoe", country=country, taxId=number), Accept_Language=language)[2]
                 for country, number in TAX_NUMBERS]
        assert [details(problem) for problem in found] == [{"#/taxId": message} for message in messages], found


def api():
    with served() as service:
        bad = dict(GOOD, userName="A", email="ann@", taxId="12345678A", age=17, terms=False)
        status, headers, problem = service.api(bad)
        assert (status, headers["content-type"]) == (422, "application/problem+json"), (status, headers)
        assert codes(problem) == [
            ("#/age", "range.tooSmall"), ("#/email", "email.syntax"), ("#/taxId", "taxId.es.check"),
            ("#/terms", "accepted.declined"), ("#/userName", "length.tooShort")], problem
        # The tax number is sensitive.
        assert "12345678A" not in json.dumps(problem), problem
        missing = service.api({})[2]
        assert codes(missing) == [(f"#/{field}", "required.missing") for field in
                                  ("age", "country", "email", "taxId", "terms", "userName")], missing
        # All of it is in the language of the browser, whatever country the tax number is of.
        german = service.api(bad, Accept_Language="de-AT, en;q=0.5")[2]
        assert details(german) == {
            "#/userName": "muss mindestens 3 Zeichen haben", "#/email": "muss eine E-Mail-Adresse sein",
            "#/taxId": "muss mit dem richtigen Prüfbuchstaben enden", "#/age": "muss mindestens 18 sein",
            "#/terms": "muss akzeptiert werden"}, german
        assert_tax_messages(service, {
            "de": ["muss aus 11 Ziffern bestehen, deren erste keine 0 ist", DIGITS["de"], "muss mit der richtigen Prüfziffer enden",
                   "muss aus acht Ziffern (oder X, Y oder Z und sieben) und einem Großbuchstaben bestehen",
                   "muss mit dem richtigen Prüfbuchstaben enden", "muss aus dreizehn Ziffern bestehen, deren erste 0 bis 3 ist",
                   "muss mit den richtigen Prüfziffern enden"],
            "es": ["debe tener 11 cifras, la primera distinta de 0", DIGITS["es"], "debe terminar con la cifra de control correcta",
                   "debe tener ocho cifras, o X, Y o Z y siete cifras, y una letra mayúscula",
                   "debe terminar con la letra de control correcta", "debe tener trece cifras, la primera de 0 a 3",
                   "debe terminar con las cifras de control correctas"],
            "fr": ["doit comporter 11 chiffres, dont le premier n’est pas 0", DIGITS["fr"],
                   "doit se terminer par le bon chiffre de contrôle",
                   "doit comporter huit chiffres (ou X, Y ou Z et sept chiffres), puis une lettre majuscule",
                   "doit se terminer par la bonne lettre de contrôle", "doit avoir treize chiffres, dont le premier de 0 à 3",
                   "doit se terminer par la bonne clé de contrôle"]})
        for body, status in (('{"userName":', 400), ("[]", 400), ('{"userName":"' + "x" * 20_000 + '"}', 413)):
            assert service.api(body)[0] == status, (body[:20], service.api(body))
        assert service.ask("POST", "/api/members", "<a/>", Content_Type="text/xml")[0] == 415
        assert service.rows("SELECT COUNT(*) FROM member") == [(0,)]

        assert service.api(GOOD)[0] == 201
        assert service.rows("SELECT userName, email, age FROM member") == [("ann", "ann@example.org", 41)]
        status, _, taken = service.api(GOOD)
        assert (status, codes(taken)) == (422, [("#/userName", "userName.isFree.taken")]), taken
        assert taken["errors"][0]["detail"] == "is taken", taken
        assert service.api(GOOD, Accept_Language="es")[2]["errors"][0]["detail"] == "ya está en uso"
        assert service.metric("sign_up_members_total") == 1
        assert service.metric('assay_findings_total{rule_set="sign-up",code="taxId.es.check"}') == 5
        # What the rule that waits for the database has decided.
        assert service.metric('assay_findings_total{rule_set="sign-up",code="userName.isFree.taken"}') == 2
        assert "fault.deferred" not in service.ask("GET", "/metrics")[2]
    lines = "".join(service.log)
    assert "taxId.es.check /taxId" in lines and "12345678A" not in lines, lines


def page_without_javascript():
    with served() as service:
        status, headers, text = service.ask("GET", "/", Accept_Language="de")
        assert status == 200 and '<html lang="de">' in text and "Benutzername" in text, text
        assert "default-src 'none'" in headers["content-security-policy"], headers
        typed = {"userName": 'a"><script>', "email": "ann@", "country": "FR", "taxId": "12345678Z", "age": "17"}
        status, _, text = service.form("/", typed, Accept_Language="fr")
        assert status == 422, (status, text)
        # What was typed is there again, as text; so is what is wrong with it.
        assert 'value="a&quot;&gt;&lt;script&gt;"' in text and "<script>" not in text.replace('<script src="/form.js" defer></script>', ""), text
        assert '<option value="FR" selected>' in text and 'value="17"' in text, text
        assert text.count('aria-invalid="true"') == 5, text
        good = dict(GOOD, terms="true")
        status, headers, _ = service.form("/", good)
        assert (status, headers["location"]) == (303, "/?welcome"), (status, headers)
        assert "Welcome" in service.ask("GET", "/?welcome")[2]
        status, _, text = service.form("/", dict(good, userName="ann"))
        assert status == 422 and "<p>is taken</p>" in text, text
        assert json.loads(service.form("/check", {"userName": "ann"})[2])["userName"] == ["is taken"]
        assert service.form("/check", "")[0] == 200
        assert service.ask("POST", "/check", "{}", Content_Type="application/json")[0] == 415


def two_for_one_name():
    """Of all who want a name at once, one gets it; each other one sees a violation at the field."""
    with served() as service:
        rounds = 0
        # Until the index had the last word: the rule had found the name free for both.
        while rounds < 10 or (service.metric("sign_up_taken_at_insert_total") == 0 and rounds < 500):
            answers = []
            gate = threading.Barrier(6)

            def want(number, name=f"name_{rounds}"):
                # Names that differ in case alone are one; the rules allow lower case only.
                gate.wait()
                answers.append(service.api(dict(GOOD, userName=name, age=20 + number)))

            threads = [threading.Thread(target=want, args=(number,)) for number in range(6)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert sorted(status for status, _, _ in answers) == [201] + 5 * [422], answers
            for status, _, problem in answers:
                assert status == 201 or codes(problem) == [("#/userName", "userName.isFree.taken")], problem
            rounds += 1
        assert service.metric("sign_up_taken_at_insert_total") > 0, "the rule has always seen the other one"
        assert service.rows("SELECT COUNT(*), COUNT(DISTINCT userName) FROM member") == [(rounds, rounds)]


def killed_in_the_middle():
    """Whoever was answered 201 is in the file, members and mails go together, and the file is whole."""
    with tempfile.TemporaryDirectory() as folder:
        accepted = []
        for life in range(5):
            service = Service(folder)
            stop = threading.Event()

            def sign_up(client):
                number = 0
                while not stop.is_set():
                    name = f"m{life}_{client}_{number}"
                    number += 1
                    try:
                        if service.api(dict(GOOD, userName=name))[0] == 201:
                            accepted.append(name)
                    except (OSError, http.client.HTTPException):
                        return

            threads = [threading.Thread(target=sign_up, args=(client,)) for client in range(4)]
            before = len(accepted)
            for thread in threads:
                thread.start()
            while len(accepted) < before + 20 + 7 * life:
                time.sleep(0.001)
            service.process.kill()
            service.process.wait()
            stop.set()
            for thread in threads:
                thread.join()
            assert service.rows("PRAGMA integrity_check") == [("ok",)]
            assert service.rows("PRAGMA foreign_key_check") == []
            members = {name for (name,) in service.rows("SELECT userName FROM member")}
            assert members.issuperset(accepted), set(accepted) - members
            assert service.rows("SELECT COUNT(*) FROM member WHERE id NOT IN (SELECT memberId FROM mail)") == [(0,)]
        service = Service(folder)
        assert service.api(dict(GOOD, userName=accepted[0]))[0] == 422
        assert service.api(GOOD)[0] == 201
        service.end()


def stop(process):
    """Stops a process. The signal alone is not enough: on a busy machine, the process can answer once more before it stops."""
    os.kill(process, signal.SIGSTOP)
    end = time.monotonic() + 60
    while not re.search(r"^State:\s+T", open(f"/proc/{process}/status", encoding="utf-8").read(), re.MULTILINE):
        assert time.monotonic() < end, "the process does not stop"
        time.sleep(0.01)


def isolated_plugin():
    with served("--isolate") as service:
        assert service.api(GOOD)[0] == 201
        status, _, problem = service.api(dict(GOOD, userName="bob", taxId="12345678A"))
        assert (status, codes(problem)) == (422, [("#/taxId", "taxId.es.check")]), problem
        # The words are of its own, for those of the plugin stay in its process; the languages are the same.
        of_all = {
            "de": ("muss eine Steuernummer des Landes sein", "muss mit den richtigen Prüfzeichen enden"),
            "es": ("debe ser un número fiscal del país", "debe terminar con los caracteres de control correctos"),
            "fr": ("doit être un numéro fiscal du pays", "doit se terminer par les bons caractères de contrôle"),
        }
        assert_tax_messages(service, {
            language: [form, DIGITS[language], check, form, check, form, check] for language, (form, check) in of_all.items()})
        (worker,) = service.workers()
        os.kill(worker, signal.SIGKILL)
        assert service.api(dict(GOOD, userName="bob"))[0] == 201
        (other,) = service.workers()
        assert other != worker
        assert service.metric("sign_up_plugin_ends_total") == 1, service.metric("sign_up_plugin_ends_total")
        # One that hangs is ended.
        stop(other)
        assert service.api(dict(GOOD, userName="carl"))[0] == 201
        # A busy machine ends one more that is slow to start.
        assert service.metric("sign_up_plugin_ends_total") >= 2, service.metric("sign_up_plugin_ends_total")
    with crashing_plugin() as plugin, served("--isolate", plugin=plugin) as service:
        # The plugin crashes at this value: it is undecided, and the service lives.
        status, _, problem = service.api(dict(GOOD, taxId="crash"))
        assert status == 422 and [error["pointer"] for error in problem["errors"]] == ["#/taxId"], problem
        assert problem["errors"][0]["code"].startswith("fault."), problem
        assert service.metric("sign_up_plugin_ends_total") >= 2, service.metric("sign_up_plugin_ends_total")
        assert service.api(dict(GOOD, taxId="good"))[0] == 201


CRASHING = """
#include <stdlib.h>
#include "assay_plugin_c.h"
enum { FORMAT };
static assay_verdict check(const assay_value *value) {
    if (value->len > 0 && value->as.ptr[0] == 'c') abort();
    return assay_pass();
}
"""


@contextlib.contextmanager
def crashing_plugin():
    """A plugin with the rules of Plugins/TaxId, one of which crashes at 'crash'."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "taxId.so")
        rules = "".join(
            f'ASSAY_RULE({rule}, "A tax number that crashes", ASSAY_KIND_BIT(ASSAY_STR), check,'
            f' ASSAY_CODES(ASSAY_CODE("{rule}.format", "must be good")),'
            f' ASSAY_EXAMPLES(ASSAY_VALID("\\"x\\"", "{rule}")));\n'
            for rule in ("de", "fr", "es"))
        source = CRASHING + rules + 'ASSAY_PLUGIN("taxId", "1.0.0", ASSAY_RULES(&assay_rule_de, &assay_rule_fr, &assay_rule_es));\n'
        with open(os.path.join(folder, "taxId.c"), "w") as file:
            file.write(source)
        headers = os.path.join(HERE, "..", "..", "..", "Plugins", "ABI", "include")
        compiler = shutil.which("gcc") or shutil.which("clang")
        subprocess.run([compiler, "-O2", "-fPIC", "-shared", "-I", headers, file.name, "-o", path], check=True)
        yield path


def rules_that_change():
    with tempfile.TemporaryDirectory() as folder:
        rules = os.path.join(folder, "sign-up.yaml")
        with open(RULES) as file:
            text = file.read()
        with open(rules, "w") as file:
            file.write(text)
        with served(rules=rules) as service:
            assert service.api(dict(GOOD, age=19))[0] == 201
            with open(rules + ".new", "w") as file:
                file.write(text.replace("range(18...120)", "range(21...120)"))
            os.rename(rules + ".new", rules)
            end = time.monotonic() + 30
            while service.api(dict(GOOD, userName="bob", age=17))[2]["errors"][0]["detail"] != "must be at least 21":
                assert time.monotonic() < end, "the new rules have not taken over"


def in_the_browser():
    try:
        from axe_playwright_python.sync_playwright import Axe
        from playwright.sync_api import expect, sync_playwright
    except ImportError:
        print("skipped: the page: playwright: not found; pip install playwright axe-playwright-python")
        return
    chromium = next(filter(None, map(shutil.which, ["chromium-headless-shell", "chromium", "chromium-browser"])), None)
    if not chromium:
        print("skipped: the page: chromium: not found; apt-get install chromium-headless-shell")
        return

    def fill(page, **fields):
        for name, value in fields.items():
            if name == "country":
                page.locator("#country").select_option(value)
            elif name == "terms":
                page.locator("#terms").check()
            else:
                page.locator(f"#{name}").fill(value)

    # A slow machine takes its time; what never comes fails all the same.
    expect.set_options(timeout=30_000)
    with served() as service, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium)
        address = f"http://127.0.0.1:{service.port}/"
        said = []

        def opened(**options):
            page = browser.new_context(**options).new_page()
            page.set_default_timeout(30_000)
            # That a form is answered with 422 is what a browser calls an error.
            page.on("console", lambda message: said.append(message.text)
                    if message.type == "error" and "422" not in message.text else None)
            page.on("pageerror", lambda error: said.append(str(error)))
            page.goto(address)
            return page

        # With JavaScript: each field is checked as it is left, others are not.
        page = opened(locale="en-US", viewport={"width": 320, "height": 800})
        page.locator("#userName").focus()
        page.keyboard.type("Ann")
        page.keyboard.press("Tab")
        expect(page.locator("#userName-messages")).to_have_text("must match ^[a-z][a-z0-9_]*$")
        expect(page.locator("#userName")).to_have_attribute("aria-invalid", "true")
        page.keyboard.type("ann@")
        page.keyboard.press("Tab")
        expect(page.locator("#email-messages")).to_have_text("must be an e-mail address")
        for name in ("country", "taxId", "age", "terms"):
            expect(page.locator(f"#{name}-messages")).to_be_empty()
        fill(page, userName="ann", email="ann@example.org")
        page.locator("#country").focus()
        expect(page.locator("#userName-messages")).to_be_empty()
        expect(page.locator("#email-messages")).to_be_empty()
        # The rule about the tax number follows the country.
        fill(page, country="DE", taxId="12345678Z")
        page.locator("#age").focus()
        expect(page.locator("#taxId-messages")).to_have_text("must be 11 digits that do not start with 0")
        fill(page, country="ES")
        expect(page.locator("#taxId-messages")).to_be_empty()
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        results = Axe().run(page)
        assert results.violations_count == 0, results.generate_report()
        if PICTURES:
            page.screenshot(path=os.path.join(PICTURES, "sign-up.png"), full_page=True)
        fill(page, age="41", terms=True)
        page.get_by_role("button", name="Sign up").click()
        expect(page.get_by_role("status")).to_have_text("Welcome! You have signed up.")
        assert service.rows("SELECT userName FROM member") == [("ann",)]

        # A name that is taken is seen as the field is left, in the language of the browser.
        page = opened(locale="de-DE")
        fill(page, userName="ann")
        page.keyboard.press("Tab")
        expect(page.locator("#userName-messages")).to_have_text("ist vergeben")
        page.get_by_role("button", name="Anmelden").click()
        expect(page.get_by_role("alert")).to_have_text("Einige Felder stimmen noch nicht.")
        expect(page.locator("#age-messages")).not_to_be_empty()
        expect(page.locator("#userName")).to_have_value("ann")
        results = Axe().run(page)
        assert results.violations_count == 0, results.generate_report()
        if PICTURES:
            page.screenshot(path=os.path.join(PICTURES, "sign-up-problems.png"), full_page=True)
        # What the server has found is a field that was left: mending it is seen.
        fill(page, age="30")
        page.keyboard.press("Tab")
        expect(page.locator("#age-messages")).to_be_empty()

        # Without JavaScript: the same at the end.
        page = opened(locale="en-US", java_script_enabled=False)
        fill(page, userName="ann", email="bob@example.org", country="ES", taxId="12345678Z", age="17", terms=True)
        page.get_by_role("button", name="Sign up").click()
        expect(page.locator("#userName-messages")).to_have_text("is taken")
        expect(page.locator("#age-messages")).to_have_text("must be at least 18")
        expect(page.locator("#country")).to_have_value("ES")
        fill(page, userName="bob", age="18")
        page.get_by_role("button", name="Sign up").click()
        expect(page.get_by_role("status")).to_have_text("Welcome! You have signed up.")
        assert service.rows("SELECT userName FROM member ORDER BY id") == [("ann",), ("bob",)]
        assert not said, said
        browser.close()


def main():
    for test in (api, page_without_javascript, two_for_one_name, killed_in_the_middle, isolated_plugin, rules_that_change,
                 in_the_browser):
        begin = time.monotonic()
        test()
        print(f"sign_up: {test.__name__} as it should be, {time.monotonic() - begin:.1f} s")


main()
