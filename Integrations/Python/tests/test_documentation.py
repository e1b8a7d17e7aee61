# SPDX-License-Identifier: Apache-2.0
"""The examples of docs/python.md, one after the other, as a reader types them."""

import gzip
import os
import pathlib
import re
import shutil

import pytest

import assay

PAGE = pathlib.Path(__file__).parents[3] / "docs" / "python.md"
RULES = "assay: 1\nfields:\n  email: required, email\n  age: integer, range(18...120)\n"


def _blocks(kind):
    text = PAGE.read_text(encoding="utf-8")
    return re.findall(rf"^```python{kind}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def _printed():
    """The output of each example as the page shows it: the block of text after the example, or nothing."""
    text = PAGE.read_text(encoding="utf-8")
    found = re.findall(r"^```python\n.*?^```$(?:\n\n^```text\n(.*?)^```$)?", text, re.MULTILINE | re.DOTALL)
    assert sum(printed != "" for printed in found) == text.count("```text\n")
    return found


def _folder(path):
    polars = pytest.importorskip("polars")
    (path / "signup.yaml").write_text(RULES)
    polars.DataFrame({"email": ["a@b.cc", "x"], "age": [20, 30]}).write_parquet(path / "signups.parquet")
    (path / "signups.ndjson.gz").write_bytes(gzip.compress(b'{"email": "x", "age": 12}\n{"email": "a@b.cc"}\n'))


def test_python(tmp_path, monkeypatch, assert_valid, capsys):
    for needed in ("pandas", "fastapi"):
        pytest.importorskip(needed)
    _folder(tmp_path)
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "documentation"}
    blocks = _blocks("")
    printed = _printed()
    assert len(blocks) == len(printed) >= 12
    for number, block in enumerate(blocks):
        # Other tests of this process have rules of these names.
        exec(compile(block.replace("acme.", "page."), f"{PAGE.name}, example {number}", "exec"), names)
        assert capsys.readouterr().out == printed[number], block
    assert (tmp_path / "quarantined.parquet").exists() and len(names["quarantined"]) == 1
    names["test_signup"](assert_valid)
    assert [one.code for one in names["books"].check({"isbn": "1", "pages": 3}).violations] == [
        "page.isbn10.checksum", "page.even.odd"
    ]


@pytest.mark.skipif("ASSAY_TEST_PLUGIN" not in os.environ, reason="ASSAY_TEST_PLUGIN names no plugin")
def test_plugin(tmp_path, monkeypatch):
    shutil.copy(os.environ["ASSAY_TEST_PLUGIN"], tmp_path / "template.so")
    monkeypatch.chdir(tmp_path)
    names = {"assay": assay}
    block, watch = _blocks(" plugin")
    # Of the whole process: it ends if a plugin of another test crashes, exits or takes longer.
    assert watch == "assay.watch_plugins(timeout=2.0)\n"
    exec(block, names)
    assert not names["rules"].check({"count": 3}) and names["rules"].check({"count": 4})
