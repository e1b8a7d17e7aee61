# SPDX-License-Identifier: Apache-2.0
"""Rules about the records of a data set, which no check of a single record decides."""

import pytest

import assay

RULES = {"fields": {"id": "required"}, "records": ["unique(id)", "count(1...)"]}


def test_rules_about_records_are_named():
    with pytest.warns(UserWarning, match=r"not checked for single records: unique\(id\), count\(1\.\.\.\)"):
        rules = assay.Rules(RULES)
    assert rules.unchecked == ("unique(id)", "count(1...)")
    assert rules.check({"id": 1})
    assert rules.check({}).problem()["unchecked"] == ["unique(id)", "count(1...)"]
