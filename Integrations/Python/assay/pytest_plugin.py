# SPDX-License-Identifier: Apache-2.0
"""The fixture `assert_valid` for pytest."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ._rules import Rules


def check_valid(record: object, rules: Rules) -> None:
    """Fails with a line for each violation if the record is invalid."""
    __tracebackhide__ = True
    result = rules.check(record)
    if not result:
        found = "\n".join(f"  {one.pointer or 'record'}: {one.message} ({one.code})" for one in result.violations)
        pytest.fail(f"the record is invalid:\n{found}", pytrace=False)


@pytest.fixture(name="assert_valid")
def assert_valid_fixture() -> Callable[[object, Rules], None]:
    """The function `assert_valid(record, rules)`."""
    return check_valid
