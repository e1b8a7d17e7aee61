# SPDX-License-Identifier: Apache-2.0
"""The rules of Examples/signup/signup.yaml for each peer: a function of folder, rules and kind makes one that runs them all and
returns how many violations it found."""

import datetime
import re

USERNAME = r"^[a-z][a-z0-9_]*$"
EMAIL = r"^[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63}$"
WEBSITE = r"^https?://(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63}(?::[0-9]{1,5})?(?:[/?#]\S*)?$"
ZIP = r"^[0-9]{5}(?:-[0-9]{4})?$"
CARD = r"^[0-9]{13,19}$"
IBAN = r"^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$"
CLASSES = ("[a-z]", "[A-Z]", "[0-9]")
_card, _iban = (re.compile(pattern[:-1] + r"\Z").match for pattern in (CARD, IBAN))
_letters = str.maketrans({chr(ord("A") + number): str(10 + number) for number in range(26)})


def luhn(text):
    """Whether the check digit is right; what is no card number is another rule's."""
    if not _card(text):
        return True
    digits = [int(digit) for digit in reversed(text)]
    return (sum(digits[::2]) + sum(sum(divmod(2 * digit, 10)) for digit in digits[1::2])) % 10 == 0


def mod97(text):
    return not _iban(text) or int((text[4:] + text[:4]).translate(_letters)) % 97 == 1


def is_date(text):
    try:
        return len(text) == 10 and bool(datetime.date.fromisoformat(text))
    except ValueError:
        return False


def countries(rules):
    with open(rules, encoding="utf-8") as file:
        return re.findall(r'"([A-Z]{2})"', file.read())


def lines(folder, kind):
    with open(f"{folder}/python-{kind}.ndjson", "rb") as file:
        return file.read().splitlines()


def table(folder, kind):
    import orjson
    import pyarrow

    texts = "username email password passwordConfirm website country zip card iban birthdate bio".split()
    fields = [(name, pyarrow.string()) for name in texts] + [("age", pyarrow.int64()), ("tags", pyarrow.list_(pyarrow.string()))]
    records = [orjson.loads(line) for line in lines(folder, kind)]
    return pyarrow.Table.from_pylist(records, schema=pyarrow.schema(fields)).combine_chunks()


def over(items, count):
    return lambda: sum(map(count, items))


# ---- records ----


def assay_json(folder, rules, kind):
    import assay

    check = assay.Rules.load(rules).check

    def count(line):
        found = check(line).violations
        for one in found:
            _ = one.pointer, one.code, one.message
        return len(found)

    return over(lines(folder, kind), count)


def pydantic_json(folder, rules, kind):
    from typing import Annotated, Literal, Optional

    from pydantic import AfterValidator, BaseModel, Field, ValidationError, field_validator
    from pydantic_core import PydanticCustomError

    def holds(code, test):
        def check(value):
            if not test(value):
                raise PydanticCustomError(code, code)
            return value

        return AfterValidator(check)

    def text(pattern, *further):
        return Annotated[(str, Field(pattern=pattern), *further)]

    classes = [holds(pattern, re.compile(pattern).search) for pattern in CLASSES]

    class SignUp(BaseModel):
        username: Annotated[str, Field(min_length=3, max_length=20, pattern=USERNAME)]
        email: text(EMAIL)
        password: Annotated[(str, Field(min_length=8, max_length=24), *classes)]
        passwordConfirm: str
        age: Annotated[int, Field(strict=True, ge=18, le=120)]
        website: Optional[text(WEBSITE)] = None
        country: Literal[tuple(countries(rules))]
        zip: text(ZIP)
        card: text(CARD, holds("luhn", luhn))
        iban: text(IBAN, holds("mod97", mod97))
        birthdate: datetime.date
        bio: Optional[Annotated[str, Field(max_length=500)]] = None
        tags: Annotated[list[Annotated[str, Field(min_length=1, max_length=20)]], Field(max_length=5)] = []

        @field_validator("passwordConfirm")
        @classmethod
        def confirm(cls, value, info):
            if "password" in info.data and value != info.data["password"]:
                raise PydanticCustomError("match", "match")
            return value

    validate = SignUp.__pydantic_validator__.validate_json

    def count(line):
        try:
            validate(line)
            return 0
        except ValidationError as error:
            return len(error.errors(include_url=False))

    return over(lines(folder, kind), count)


def jsonschema_json(folder, rules, kind):
    import jsonschema_rs
    import orjson

    def text(**further):
        return {"type": "string", **further}

    properties = {
        "username": text(minLength=3, maxLength=20, pattern=USERNAME),
        "email": text(pattern=EMAIL),
        "password": text(minLength=8, maxLength=24, allOf=[{"pattern": pattern} for pattern in CLASSES]),
        "passwordConfirm": text(),
        "age": {"type": "integer", "minimum": 18, "maximum": 120},
        "website": text(pattern=WEBSITE),
        "country": {"enum": countries(rules)},
        "zip": text(pattern=ZIP),
        "card": text(pattern=CARD, format="luhn"),
        "iban": text(pattern=IBAN, format="mod97"),
        "birthdate": text(format="date"),
        "bio": text(maxLength=500),
        "tags": {"type": "array", "maxItems": 5, "items": text(minLength=1, maxLength=20)},
    }
    required = [name for name in properties if name not in ("website", "bio", "tags")]
    schema = {"type": "object", "required": required, "properties": properties}
    formats = {"luhn": luhn, "mod97": mod97}
    find = jsonschema_rs.Draft7Validator(schema, validate_formats=True, formats=formats).iter_errors

    def count(line):
        record = orjson.loads(line)
        differs = record.get("passwordConfirm") != record.get("password") and "passwordConfirm" in record
        return sum(1 for _ in find(record)) + differs

    return over(lines(folder, kind), count)


# ---- tables ----


def assay_counts(folder, rules, kind):
    import assay

    compiled, rows = assay.Rules.load(rules), table(folder, kind)
    return lambda: sum(compiled.check_table(rows, violations=False).counts.values())


def assay_table(folder, rules, kind):
    import assay
    import pyarrow

    compiled, rows = assay.Rules.load(rules), table(folder, kind)
    return lambda: pyarrow.table(compiled.check_table(rows).violations).num_rows


def pandera_polars(folder, rules, kind):
    import pandera.polars as pandera
    import polars

    frame = polars.from_arrow(table(folder, kind))

    def holds(make):
        return pandera.Check(lambda data: data.lazyframe.select(make(polars.col(data.key))))

    def matches(pattern):
        return holds(lambda column: column.str.contains(pattern))

    def length(low, high):
        return holds(lambda column: column.str.len_chars().is_between(low, high))

    def each(function):
        return holds(lambda column: column.map_elements(function, return_dtype=polars.Boolean))

    items = holds(lambda column: column.list.eval(polars.element().str.len_chars().is_between(1, 20)).list.all())
    text = pandera.Column
    schema = pandera.DataFrameSchema(
        {
            "username": text(str, [length(3, 20), matches(USERNAME)]),
            "email": text(str, matches(EMAIL)),
            "password": text(str, [length(8, 24), *map(matches, CLASSES)]),
            "passwordConfirm": text(str),
            "age": pandera.Column(int, pandera.Check.in_range(18, 120)),
            "website": text(str, matches(WEBSITE), nullable=True),
            "country": text(str, pandera.Check.isin(countries(rules))),
            "zip": text(str, matches(ZIP)),
            "card": text(str, [matches(CARD), each(luhn)]),
            "iban": text(str, [matches(IBAN), each(mod97)]),
            "birthdate": text(str, each(is_date)),
            "bio": text(str, length(0, 500), nullable=True),
            "tags": pandera.Column(polars.List(polars.String), [holds(lambda column: column.list.len() <= 5), items]),
        },
        checks=pandera.Check(lambda data: data.lazyframe.select(polars.col("passwordConfirm") == polars.col("password"))),
    )

    def run():
        try:
            schema.validate(frame, lazy=True)
            return 0
        except pandera.errors.SchemaErrors as error:
            return len(error.failure_cases)

    return run


def pointblank_polars(folder, rules, kind):
    """Without what it has no rule for: check digits, dates that exist, items of tags. No messages."""
    import pointblank
    import polars

    frame = polars.from_arrow(table(folder, kind))
    lengths = {"username": (3, 20), "password": (8, 24), "bio": (0, 500)}
    patterns = [("username", USERNAME), ("email", EMAIL), ("website", WEBSITE), ("zip", ZIP), ("card", CARD), ("iban", IBAN),
                ("birthdate", r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"), *(("password", pattern) for pattern in CLASSES)]

    def run():
        checks = pointblank.Validate(frame)
        for name in ("username", "email", "country"):
            checks = checks.col_vals_not_null(name)
        for name, pattern in patterns:
            checks = checks.col_vals_regex(name, pattern, na_pass=True)
        for name, (low, high) in lengths.items():
            checks = checks.col_vals_expr(polars.col(name).str.len_chars().is_between(low, high).fill_null(True))
        checks = checks.col_vals_eq("passwordConfirm", pointblank.col("password")).col_vals_between("age", 18, 120)
        checks = checks.col_vals_expr(polars.col("country").is_in(countries(rules)).fill_null(True))
        done = checks.interrogate(collect_extracts=True, get_first_n=None, extract_limit=10**9)
        return sum(count or 0 for count in done.n_failed().values())

    return run


PEERS = {
    "assay, JSON": assay_json,
    "pydantic": pydantic_json,
    "jsonschema_rs": jsonschema_json,
    "assay, Arrow, counts": assay_counts,
    "assay, Arrow, table": assay_table,
    "pandera on polars": pandera_polars,
    "pointblank on polars": pointblank_polars,
}
