# SPDX-License-Identifier: Apache-2.0
"""Rules about the records of a data set, which are not checked here."""

import pytest

import assay

RULES = {"fields": {"id": "required"}, "records": ["unique(id)", "count(1...)"]}


def test_rules_about_records_are_named():
    with pytest.warns(UserWarning, match=r"not checked for single records: unique\(id\), count\(1\.\.\.\)"):
        rules = assay.Rules(RULES)
    assert rules.unchecked == ("unique(id)", "count(1...)")
    assert rules.check({"id": 1})
    assert rules.check({}).problem()["unchecked"] == ["unique(id)", "count(1...)"]


@pytest.mark.filterwarnings("ignore")
def test_files_are_not_checked():
    rules = assay.Rules(RULES)
    with pytest.raises(assay.InputError, match="rules about records are not checked here"):
        rules.check_file(b'{"id":1}\n', format="ndjson").run()
