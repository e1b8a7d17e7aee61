# SPDX-License-Identifier: Apache-2.0
"""What the accessor of pandas and the namespace of polars have in common."""

from __future__ import annotations

from ._data_sets import own_data_set
from ._rules import Rules
from ._tables import TableCheck

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Mapping
    from typing import Any, TypeAlias

    # Rules, or what makes them.
    RulesLike: TypeAlias = Rules | str | os.PathLike[str] | Mapping[str, Any]


class Frame:
    """Checks of the frame that it is an attribute of. `rules` are Rules, or what makes them: a mapping, a path."""

    def __init__(self, frame: Any) -> None:
        self._frame = frame

    def check(
        self,
        rules: RulesLike,
        *,
        violations: bool = True,
        allow_missing_columns: bool = False,
        min_records: int = 0,
    ) -> TableCheck:
        """What the rules find in the frame; `violations=False` counts only. The options are those of `check_table`."""
        compiled = made(rules)
        return TableCheck(
            compiled, self._frame, violations, allow_missing_columns, min_records, data_set=own_data_set(compiled)
        )

    def _checked(
        self, rules: RulesLike, allow_missing_columns: bool, min_records: int, violations: bool = False
    ) -> TableCheck:
        compiled = made(rules)
        return TableCheck(
            compiled, self._frame, violations, allow_missing_columns, min_records, stacklevel=4,
            data_set=own_data_set(compiled),
        )


def made(rules: RulesLike) -> Rules:
    return rules if isinstance(rules, Rules) else Rules(rules)
