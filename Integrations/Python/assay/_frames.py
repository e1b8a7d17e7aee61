# SPDX-License-Identifier: Apache-2.0
"""What the accessor of pandas and the namespace of polars have in common."""

from __future__ import annotations

from ._rules import Rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Mapping
    from typing import Any, TypeAlias

    from ._tables import TableCheck

    # Rules, or what makes them.
    RulesLike: TypeAlias = Rules | str | os.PathLike[str] | Mapping[str, Any]


class Frame:
    """Checks of the frame that it is an attribute of. `rules` are Rules, or what makes them: a mapping, a path."""

    def __init__(self, frame: Any) -> None:
        self._frame = frame

    def check(self, rules: RulesLike, *, violations: bool = True) -> TableCheck:
        """What the rules find in the frame; `violations=False` counts only."""
        return made(rules).check_table(self._frame, violations=violations)


def made(rules: RulesLike) -> Rules:
    return rules if isinstance(rules, Rules) else Rules(rules)
