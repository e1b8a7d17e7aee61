# SPDX-License-Identifier: Apache-2.0
"""The package as it is installed: what it weighs, where it runs, what it finds."""

import doctest
import importlib
import importlib.metadata
import os
import pathlib
import pickle
import pkgutil
import re
import shutil
import stat
import subprocess
import sys

import pytest

import assay

FOLDER = pathlib.Path(assay.__file__).parent
PLUGIN = os.environ.get("ASSAY_TEST_PLUGIN")


def _run(program, *options, **environment):
    return subprocess.run(
        [sys.executable, *options, "-c", program], env=environment, capture_output=True, text=True, check=False
    )


def _tags():
    wheel = importlib.metadata.distribution("assay").read_text("WHEEL")
    return re.findall(r"^Tag: (.*)$", wheel, re.MULTILINE)


def test_tags():
    (tag,) = _tags()
    interpreter, abi, platform = tag.split("-")
    assert (interpreter, abi) == ("cp310", "abi3")
    glibc = re.fullmatch(r"manylinux_2_(\d+)_(x86_64|aarch64)", platform)
    assert glibc and int(glibc[1]) <= 34


def test_builds_without_a_gil_do_not_load_it():
    """Objects of the package belong to one thread at a time under the GIL: it is not declared safe without."""
    tags = pytest.importorskip("packaging.tags")
    here = {str(tag) for tag in tags.cpython_tags((3, 14), ["cp314"], ["manylinux_2_34_x86_64"])}
    threaded = {str(tag) for tag in tags.cpython_tags((3, 14), ["cp314t"], ["manylinux_2_34_x86_64"])}
    (tag,) = (found.rpartition("-")[0] + "-manylinux_2_34_x86_64" for found in _tags())
    assert tag in here and tag not in threaded
    assert getattr(sys, "_is_gil_enabled", lambda: True)()


def test_clean_environment():
    program = "import assay; print(bool(assay.Rules({'a': 'required'}).check({})))"
    done = _run(program, "-I")
    assert (done.stdout, done.stderr) == ("False\n", "")


def test_import_brings_little():
    """What costs milliseconds to import is imported where it is needed."""
    program = "import sys; before = set(sys.modules); import assay; print(*sorted(set(sys.modules) - before))"
    brought = {name.partition(".")[0] for name in _run(program, "-I").stdout.split()}
    assert brought == {"__future__", "assay"}


def test_first_rules_bring_little():
    program = """if True:
        import sys, assay
        before = set(sys.modules)
        rules = assay.Rules("{assay: 1, fields: {'\u00e9': [required, 'range(-1...2.5)']}}")
        print([(rule.field, rule.rule, rule.expression, rule.severity) for rule in rules.rules], rules.columns)
        print(*sorted(set(sys.modules) - before))"""
    done = _run(program, "-I", "-X", "utf8")
    rules, brought = done.stdout.splitlines()
    assert rules == (
        "[('\u00e9', 'required', 'required', 'error'), ('\u00e9', 'range', 'range(-1...2.5)', 'error')] ('\u00e9',)"
    )
    assert brought in ("", "_json"), done.stderr


@pytest.mark.skipif(PLUGIN is None, reason="ASSAY_TEST_PLUGIN names no plugin")
def test_plugin():
    program = f"""if True:
        import assay, pickle
        assay.load_plugin({PLUGIN!r})
        assay.load_plugin({PLUGIN!r})
        rules = assay.Rules({{"a": {os.environ.get("ASSAY_TEST_PLUGIN_RULE")!r}}})
        print(bool(rules.check({{"a": "x"}})), len(pickle.dumps(rules)) > 0)"""
    done = _run(program, "-I")
    assert (done.stdout, done.stderr) == ("False True\n", "")


@pytest.mark.skipif(PLUGIN is None, reason="ASSAY_TEST_PLUGIN names no plugin")
def test_without_its_probe_no_plugin_is_loaded(tmp_path):
    for name in (FOLDER.name, f"{FOLDER.name}.libs"):
        if (FOLDER.parent / name).is_dir():
            shutil.copytree(FOLDER.parent / name, tmp_path / name)
    (tmp_path / "assay" / "assay-plugin-probe").unlink()
    program = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import assay; assay.load_plugin({PLUGIN!r})"
    done = _run(program, "-I")
    assert done.stdout == "" and "assay.PluginError: " in done.stderr and "probe" in done.stderr


@pytest.mark.parametrize("timeout", [0, -1.0, float("inf"), float("nan")])
def test_watching_needs_a_time(timeout):
    with pytest.raises(ValueError, match="^timeout must be a number of seconds above 0, found "):
        assay.watch_plugins(timeout=timeout)


def test_plugins_are_watched_once():
    program = """if True:
        import assay
        assay.watch_plugins(timeout=60)
        try:
            assay.watch_plugins()
        except assay.AssayError as error:
            print(error)
        print(bool(assay.Rules({"a": "string"}).check({"a": "x"})))"""
    done = _run(program, "-I")
    assert (done.stdout, done.stderr) == ("plugins of the process are watched already\nTrue\n", "")


def test_probe():
    assert stat.S_IMODE((FOLDER / "assay-plugin-probe").stat().st_mode) & 0o111 == 0o111


def _module(program, path, *arguments):
    """`python -m assay`, after a program."""
    program += "; import runpy; runpy.run_module('assay', run_name='__main__')"
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(command, env={"PATH": str(path)}, capture_output=True, text=True, check=False)


def _executable(path, text):
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


def test_without_its_package_ruleshell_is_no_other_one(tmp_path):
    _executable(tmp_path / "ruleshell", "#!/bin/sh\necho another one\n")
    done = _module("import sys; sys.modules['assay_ruleshell'] = None", tmp_path, "--version")
    message = "assay: ruleshell is in a package of its own: pip install 'assay[ruleshell]'\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", message)


def test_ruleshell_gets_arguments_and_the_probe(tmp_path):
    package = pathlib.Path(__file__).parents[1] / "ruleshell" / "assay_ruleshell"
    (tmp_path / "assay_ruleshell").mkdir()
    shutil.copy(package / "__init__.py", tmp_path / "assay_ruleshell")
    _executable(tmp_path / "assay_ruleshell" / "ruleshell", '#!/bin/sh\necho "$@" "$ASSAY_PLUGIN_PROBE"; exit 3\n')
    program = f"import sys; sys.path.insert(0, {str(tmp_path)!r})"
    done = _module(program, "", "validate", "-r", "a b")
    assert (done.returncode, done.stdout) == (3, f"validate -r a b {FOLDER / 'assay-plugin-probe'}\n")


def _modules():
    # What needs Spark is tested beside Spark; `__main__` runs another program.
    names = [name for _, name, _ in pkgutil.iter_modules(assay.__path__) if name not in ("__main__", "spark", "_shipping")]
    return ["assay", *(f"assay.{name}" for name in names)]


def test_examples_of_docstrings():
    pytest.importorskip("pyarrow")
    pytest.importorskip("polars")
    pytest.importorskip("pandas")
    seen = {name: getattr(assay, name) for name in assay.__all__}
    tried = 0
    for name in _modules():
        found = doctest.testmod(importlib.import_module(name), extraglobs=seen)
        assert found.failed == 0, name
        tried += found.attempted
    assert tried >= 25


@pytest.mark.parametrize("name", assay.__all__)
def test_what_users_see_is_documented_and_named(name):
    seen = getattr(assay, name)
    assert seen.__doc__ and seen.__module__ == "assay"
    for member in vars(seen) if isinstance(seen, type) else ():
        value = vars(seen)[member]
        if not member.startswith("_") and (callable(value) or isinstance(value, property)):
            assert value.__doc__ or (value.fget and value.fget.__doc__), f"{name}.{member}"


def test_values_are_read_only_and_pickle():
    issue = assay.Issue("code", "message", line=3)
    with pytest.raises(AttributeError, match="^Issue.line is read-only$"):
        issue.line = 4
    assert pickle.loads(pickle.dumps(issue)) == issue and hash(issue) == hash(assay.Issue("code", "message", line=3))
    assert issue != assay.Issue("code", "message") and repr(assay.RuleInfo("a", "b", "c", "d")) == (
        "RuleInfo(field='a', rule='b', expression='c', severity='d')"
    )
