# SPDX-License-Identifier: Apache-2.0
"""CSV files as other programs write them."""

import warnings

import pytest

import assay

RULES = assay.Rules({"name": "required", "n": "required, integer"})


def _found(text, **options):
    checked = RULES.check_file(text.encode(), format="csv", **options)
    return [(result.record, one.pointer, one.code) for result in checked for one in result.violations], checked


@pytest.mark.parametrize(
    "options, message",
    [
        ({"comment": "//"}, "comment must be 1 ASCII character, found '//'"),
        ({"quote": "no"}, "quote must be 1 ASCII character or 'none', found 'no'"),
        ({"escape": "é"}, "escape must be 1 ASCII character, found 'é'"),
        ({"skip": -1}, "skip must be a number of lines from 0 to 1,048,576, found -1"),
    ],
)
def test_wrong_options_are_errors(options, message):
    with pytest.raises(ValueError, match=f"^{message}$"):
        RULES.check_file(b"name,n\n", format="csv", **options)


def test_one_word_is_no_list():
    with pytest.raises(TypeError, match="^null must be a list of words, such as "):
        RULES.check_file(b"name,n\n", null="NULL")


def test_contradictions_are_errors():
    with pytest.raises(assay.InputError, match="contradict one another: the escape must differ from the quote"):
        RULES.check_file(b"name,n\nx,1\n", format="csv", escape='"')
    with pytest.raises(assay.InputError, match="with options for CSV: its format is ndjson"):
        RULES.check_file(b"{}\n", format="ndjson", skip=1)


def test_lines_are_skipped_and_counted():
    text = "title\n# c\nname,n\nx,y\nTotal\n"
    found, checked = _found(text, skip=1, skip_last=1, comment="#")
    assert found == [(1, "/n", "integer.notWhole")]
    assert checked.notes == {"skippedLines": 2, "comments": 1, "warnings": []}


def test_quotes_are_read_as_the_options_say():
    assert _found('name,n\n5" pipe,1\n', lazy_quotes=True)[0] == []
    assert _found('"name", "n"\n2015, 345\n', skip_initial_space=True)[0] == []
    assert _found('name,n\n"a\\"b",1\n', escape="\\")[0] == []
    assert _found('name,n\n"a,1\n', quote="none")[0] == []
    assert _found("name,n\n'a,b',1\n", quote="'")[0] == []
    assert _found('name,n\n"a,1\nb,2\n', single_line=True)[0] == [(1, "", "record.malformed")]


def test_words_are_missing():
    found, _ = _found("name,n\nNULL,N/A\nx,1\n", null=["NULL", "N/A"])
    assert found == [(1, "/name", "required.missing"), (1, "/n", "required.missing")]


def test_a_cell_of_several_lines_is_a_warning():
    with pytest.warns(assay.CellWarning, match="^the cell at line 2, column 1 has 2 lines, and no other cell"):
        RULES.check_file(b'name,n\n"a\nb",1\n', format="csv").run()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        RULES.check_file(b"name,n\na,1\n", format="csv").run()


def test_quotes_of_a_file_of_tabs_are_text(tmp_path):
    path = tmp_path / "a.tsv"
    path.write_text('name\tn\n"a"\t1\n')
    with pytest.warns(assay.CellWarning, match="^1 cell begins with a quote, which is text in a file of tabs"):
        assert RULES.check_file(path).run()
