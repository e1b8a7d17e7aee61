# SPDX-License-Identifier: Apache-2.0
"""`import assay.polars` gives frames of polars the namespace `assay`.

>>> import polars
>>> import assay.polars
>>> people = polars.DataFrame({"age": [17, 18]})
>>> people.assay.valid({"age": "range(18...)"}).to_list()
[False, True]
>>> people.assay.violations({"age": "range(18...)"})["code"].to_list()
['range.tooSmall']
"""

from __future__ import annotations

import polars

from ._frames import Frame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._frames import RulesLike


@polars.api.register_dataframe_namespace("assay")
class PolarsFrame(Frame):
    """The namespace `assay` of a `polars.DataFrame`."""

    def valid(
        self, rules: RulesLike, *, allow_missing_columns: bool = False, min_records: int = 0
    ) -> polars.Series:
        """Which rows are valid."""
        return polars.Series("valid", self._checked(rules, allow_missing_columns, min_records).valid_mask)

    def split(
        self, rules: RulesLike, *, allow_missing_columns: bool = False, min_records: int = 0
    ) -> tuple[polars.DataFrame, polars.DataFrame]:
        """The valid and the invalid rows."""
        good, quarantined = self._checked(rules, allow_missing_columns, min_records).split()
        return good, quarantined

    def violations(
        self, rules: RulesLike, *, allow_missing_columns: bool = False, min_records: int = 0
    ) -> polars.DataFrame:
        """A row for each violation, with the number of its row in `record`, from 1."""
        return polars.DataFrame(self._checked(rules, allow_missing_columns, min_records, True).violations)
