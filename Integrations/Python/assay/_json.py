# SPDX-License-Identifier: Apache-2.0
"""JSON as the module `json` reads and writes it, by the part of it in C, without `re`, which takes 10 ms to import."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class _Reader:
    """What a `json.JSONDecoder` is for its scanner."""

    strict = True
    object_hook = object_pairs_hook = None
    parse_float, parse_int, parse_constant = float, int, float
    memo: dict[str, str] = {}


_reader: Any = _Reader


def loads(text: str | bytes) -> Any:
    """The value of a text that the library has written."""
    shown = text if isinstance(text, str) else text.decode()
    try:
        from _json import make_scanner

        return make_scanner(_reader)(shown, 0)[0]
    except (ImportError, AttributeError, TypeError):
        # Another Python may have it elsewhere.
        import json

        return json.loads(shown)


def dumps(value: Any) -> str:
    """A text of what users have written: mappings of other kinds are objects too."""
    try:
        from _json import encode_basestring, make_encoder

        return "".join(make_encoder({}, dict, encode_basestring, None, ": ", ", ", False, False, True)(value, 0))
    except (ImportError, AttributeError, TypeError):
        # What is no JSON is said there.
        import json

        return json.dumps(value, ensure_ascii=False, default=dict)
