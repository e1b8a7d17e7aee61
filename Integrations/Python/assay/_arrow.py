# SPDX-License-Identifier: Apache-2.0
"""pyarrow, of whose functions type checkers know little."""

from __future__ import annotations

from typing import Any

import pyarrow as _pyarrow  # type: ignore[import-untyped,unused-ignore]
import pyarrow.compute as _compute  # type: ignore[import-untyped,unused-ignore]

pyarrow: Any = _pyarrow
compute: Any = _compute


def inverted(mask: Any) -> Any:
    """True where the mask is false."""
    return compute.invert(mask)
