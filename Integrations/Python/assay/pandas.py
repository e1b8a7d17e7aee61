# SPDX-License-Identifier: Apache-2.0
"""`import assay.pandas` gives frames of pandas the accessor `assay`.

>>> import pandas
>>> import assay.pandas
>>> people = pandas.DataFrame({"age": [17, 18]})
>>> people.assay.valid({"age": "range(18...)"}).tolist()
[False, True]
>>> people.assay.violations({"age": "range(18...)"})["code"].tolist()
['range.tooSmall']
"""

from __future__ import annotations

from typing import Any

import pandas

from ._frames import Frame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._frames import RulesLike


@pandas.api.extensions.register_dataframe_accessor("assay")
class PandasFrame(Frame):
    """The accessor `assay` of a `pandas.DataFrame`."""

    def valid(
        self, rules: RulesLike, *, allow_missing_columns: bool = False, min_records: int = 0
    ) -> pandas.Series[bool]:
        """Which rows are valid, with the index of the frame."""
        import numpy

        mask: Any = numpy.asarray(self._checked(rules, allow_missing_columns, min_records).valid_mask)
        valid: pandas.Series[bool] = pandas.Series(mask, index=self._frame.index, name="valid")
        return valid

    def split(
        self, rules: RulesLike, *, allow_missing_columns: bool = False, min_records: int = 0
    ) -> tuple[pandas.DataFrame, pandas.DataFrame]:
        """The valid and the invalid rows."""
        good, quarantined = self._checked(rules, allow_missing_columns, min_records).split()
        return good, quarantined

    def violations(
        self, rules: RulesLike, *, allow_missing_columns: bool = False, min_records: int = 0
    ) -> pandas.DataFrame:
        """A row for each violation, with the label of its row as the index."""
        from ._arrow import pyarrow

        table = pyarrow.table(self._checked(rules, allow_missing_columns, min_records, True).violations)
        found: pandas.DataFrame = table.to_pandas()
        return found.set_index(self._frame.index[found["record"].to_numpy(dtype="int64") - 1])
