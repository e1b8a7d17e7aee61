# SPDX-License-Identifier: Apache-2.0
"""Records that have a part of the fields."""

import pickle

import pytest

import assay

RULES = {"name": "required, length(2...)", "age": "required, range(18...)", "address.zip": "required"}


def codes(result):
    return [(found.pointer, found.code) for found in result.violations]


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        ({"name": None}, [("/name", "required.null")]),
        ({"name": ""}, [("/name", "required.empty")]),
        ({"age": 17}, [("/age", "range.tooSmall")]),
        ({"address": None}, [("/address/zip", "required.missing")]),
        ({"address": {}}, []),
        ({}, []),
    ],
)
def test_absent_fields_are_unknown(record, expected):
    rules = assay.Rules(RULES, partial=True)
    assert codes(rules.check(record)) == expected
    assert len(codes(assay.Rules(RULES).check(record))) > len(expected)


def test_it_is_said():
    rules = assay.Rules(RULES, partial=True)
    assert rules.partial and not assay.Rules(RULES).partial
    assert repr(rules).endswith(", partial>")
    assert rules.check({"age": 1}).problem()["partial"] is True
    assert "partial" not in assay.Rules(RULES).check({"age": 1}).problem()
    assert ", partial" in repr(rules.check_file(b"{}\n", format="ndjson").run())
    assert pickle.loads(pickle.dumps(rules)).partial


def test_a_column_that_is_there_is_given():
    rules = assay.Rules({"name": "required", "age": "required"}, partial=True)
    checked = rules.check_file(b"name,phone\n,1\nAnn,2\n", format="csv")
    assert [(one.record, one.violations[0].code) for one in checked] == [(1, "required.missing")]
    with pytest.raises(assay.InputError, match="did you mean 'nmae'"):
        rules.check_file(b"nmae,age\nAnn,20\n", format="csv")


def test_unknown_members_are_rejected():
    rules = assay.Rules({"unknownFields": "reject", "fields": {"address.zip": "string"}})
    assert codes(rules.check({"address": {"isAdmin": True}})) == [("/address/isAdmin", "record.unknownField")]
