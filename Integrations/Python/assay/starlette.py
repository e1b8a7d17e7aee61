# SPDX-License-Identifier: Apache-2.0
"""A dependency of FastAPI, and an exception handler of Starlette: invalid bodies are answered with problem details."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response

from ._errors import Invalid
from ._rules import Rules


def valid_body(rules: Rules) -> Callable[[Request], Awaitable[bytes]]:
    """A dependency that gives the body of a request by the rules, and raises Invalid for another one."""

    async def body(request: Request) -> bytes:
        received = await request.body()
        rules.validate(received)
        return received

    return body


async def answer_invalid(request: Request, error: Exception) -> Response:
    """The answer to Invalid: `app.add_exception_handler(assay.Invalid, answer_invalid)`."""
    if not isinstance(error, Invalid):
        raise error
    return Response(error.result.problem_json(), status_code=422, media_type="application/problem+json")
