#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the Arrow inputs of the tests with pyarrow and polars, as Swift, and the seeds of Tests/Fuzz/FuzzArrow.swift.

    python3 Tests/Support/ArrowSamples/samples.py

The samples are tables in several forms, and the records that they have, as JSON.
"""
import base64
import datetime
import decimal
import io
import json
import pathlib

import polars as pl
import pyarrow as pa
import pyarrow.ipc as ipc

ROOT = pathlib.Path(__file__).resolve().parents[3]
UTC = datetime.timezone.utc


def stream(batches, **options):
    sink = io.BytesIO()
    with ipc.new_stream(sink, batches[0].schema, options=ipc.IpcWriteOptions(**options)) as writer:
        for batch in batches:
            writer.write_batch(batch)
    return sink.getvalue()


def file(batches, **options):
    sink = io.BytesIO()
    with ipc.new_file(sink, batches[0].schema, options=ipc.IpcWriteOptions(**options)) as writer:
        for batch in batches:
            writer.write_batch(batch)
    return sink.getvalue()


def batch(*columns):
    """A record batch of columns, each of which is a name and an array."""
    return pa.RecordBatch.from_arrays([array for _, array in columns], names=[name for name, _ in columns])


def array(values, kind):
    return pa.array(values, type=kind)


def broken_text():
    """Texts of which the second is not UTF-8."""
    offsets = pa.py_buffer(b"\0\0\0\0\2\0\0\0\3\0\0\0\5\0\0\0")
    return pa.Array.from_buffers(pa.utf8(), 3, [None, offsets, pa.py_buffer(b"ab\xffcd")])


def half(values):
    import numpy
    return pa.array(numpy.array(values, dtype=numpy.float16))


def types():
    """Two rows of each type that is read, and a row without values."""
    words = array(["red", "green", None], pa.utf8()).dictionary_encode()
    moment = datetime.datetime(2024, 2, 29, 12, 30, 45, 123456)
    views = array(["short", "longer than twelve bytes", None], pa.string_view())
    lists = [[1, 2], [], None]
    list_view = pa.ListViewArray.from_arrays(
        array([3, 0, 0], pa.int32()), array([2, 1, 0], pa.int32()), array([7, 8, 9, 10, 11], pa.int8()),
        mask=array([False, False, True], pa.bool_()))
    columns = [
        ("null", array([None, None, None], pa.null())),
        ("bool", array([True, False, None], pa.bool_())),
        ("i8", array([-128, 127, None], pa.int8())),
        ("u8", array([0, 255, None], pa.uint8())),
        ("i16", array([-32768, 32767, None], pa.int16())),
        ("u16", array([0, 65535, None], pa.uint16())),
        ("i32", array([-(1 << 31), (1 << 31) - 1, None], pa.int32())),
        ("u32", array([0, (1 << 32) - 1, None], pa.uint32())),
        ("i64", array([-(1 << 63), (1 << 63) - 1, None], pa.int64())),
        ("u64", array([0, (1 << 64) - 1, None], pa.uint64())),
        ("f16", half([1.5, -2.0, float("nan")])),
        ("f32", array([0.5, float("-inf"), None], pa.float32())),
        ("f64", array([0.1, float("nan"), None], pa.float64())),
        ("d32", array([decimal.Decimal("1.20"), decimal.Decimal("-0.05"), None], pa.decimal32(5, 2))),
        ("d128", array([decimal.Decimal("12345678901234567890.5"), decimal.Decimal("-3.0"), None], pa.decimal128(30, 1))),
        ("d256", array([decimal.Decimal("1e40"), decimal.Decimal("-7"), None], pa.decimal256(50, 0))),
        ("date32", array([datetime.date(2024, 2, 29), datetime.date(1969, 12, 31), None], pa.date32())),
        ("date64", array([datetime.date(2024, 2, 29), datetime.date(1969, 12, 31), None], pa.date64())),
        ("time32", array([datetime.time(12, 30, 45), datetime.time(0), None], pa.time32("s"))),
        ("time64", array([datetime.time(12, 30, 45, 123456), datetime.time(0), None], pa.time64("us"))),
        ("stamp", array([moment, datetime.datetime(1969, 12, 31, 23, 59, 59), None], pa.timestamp("us"))),
        ("zoned", array([moment, moment, None], pa.timestamp("ms", "Europe/Berlin"))),
        ("text", array(["a\"\\\n\u0001", "é", None], pa.utf8())),
        ("large", array(["", "xyz", None], pa.large_utf8())),
        ("view", views),
        ("word", words),
        ("list", array(lists, pa.list_(pa.int32()))),
        ("bigList", array([["a", None], [], None], pa.large_list(pa.utf8()))),
        ("listView", list_view),
        ("pair", array([[1, 2], [3, 4], None], pa.list_(pa.int16(), 2))),
        ("object", array([{"a": 1, "b": "x"}, {"a": None, "b": "y"}, None], pa.struct([("a", pa.int8()), ("b", pa.utf8())]))),
        ("map", array([[("k", 1), ("l", None)], [], None], pa.map_(pa.utf8(), pa.int8()))),
    ]
    return batch(*columns)


def small(first=0):
    """A few rows, with texts that are packed well."""
    return batch(
        ("id", array([first + 1, first + 2, None], pa.int64())),
        ("text", array(["ab" * 40 + str(first), "", "ü" * 30], pa.utf8())),
        ("tags", array([["x", "y"], None, []], pa.list_(pa.utf8()))),
        ("word", array(["on", "off", "on"], pa.utf8()).dictionary_encode()),
    )


def words(values):
    return batch(("word", array(values, pa.utf8()).dictionary_encode()))


def unread():
    """Columns of types that are not read, between others."""
    union = pa.UnionArray.from_dense(
        array([0, 1], pa.int8()), array([0, 0], pa.int32()), [array([1], pa.int8()), array(["x"], pa.utf8())])
    sparse = pa.UnionArray.from_sparse(
        array([0, 1], pa.int8()), [array([1, 2], pa.int8()), array(["x", "y"], pa.utf8())])
    runs = pa.RunEndEncodedArray.from_arrays(array([2], pa.int32()), array(["x"], pa.utf8()))
    return batch(
        ("a", array([1, 2], pa.int8())),
        ("bin", array([b"x", b"\0"], pa.binary())),
        ("bigBin", array([b"x", b"\0"], pa.large_binary())),
        ("binView", array([b"x", b"longer than twelve bytes"], pa.binary_view())),
        ("fixed", array([b"xy", b"zz"], pa.binary(2))),
        ("span", array([1, 2], pa.duration("s"))),
        ("interval", array([(1, 2, 3), (4, 5, 6)], pa.month_day_nano_interval())),
        ("union", union),
        ("sparse", sparse),
        ("runs", runs),
        ("object", array([{"x": b"1"}, {"x": b"2"}], pa.struct([("x", pa.binary())]))),
        ("map", array([[(1, 2)], []], pa.map_(pa.int8(), pa.int8()))),
        ("bins", array([b"x", b"y"], pa.binary()).dictionary_encode()),
        ("z", array(["end", "END"], pa.utf8())),
    )


def shared():
    """Lists that all have the same elements, so that a few bytes are many."""
    lists = array(list(range(100)), pa.int8())
    for _ in range(3):
        lists = pa.ListViewArray.from_arrays(array([0] * 100, pa.int32()), array([100] * 100, pa.int32()), lists)
    return batch(("a", lists))


def people():
    """Records with mistakes of every kind."""
    return batch(
        ("name", array(["Ann", "", "Bo", None], pa.utf8())),
        ("age", array([33, 17, None, 200], pa.int16())),
        ("born", array([datetime.date(1990, 1, 31), datetime.date(2030, 12, 1), None, datetime.date(1900, 1, 1)], pa.date32())),
        ("mail", array(["ann@example.org", "x", "bo@example.org", None], pa.utf8()).dictionary_encode()),
        ("address", array([{"zip": "12345"}, {"zip": "1"}, None, {"zip": None}], pa.struct([("zip", pa.utf8())]))),
        ("tags", array([["a", "b"], ["a", "a"], [], None], pa.list_(pa.utf8()))),
    )


def ndjson(batches):
    """The records without the columns that are null, as a writer of its own has them."""
    lines = []
    for rows in batches:
        for record in rows.to_pylist():
            lines.append(json.dumps({k: v for k, v in record.items() if v is not None}, default=str, separators=(",", ":")))
    return "\n".join(lines) + "\n"


def swift(name, data):
    text = base64.b64encode(data).decode()
    lines = [text[start:start + 120] for start in range(0, len(text), 120)]
    body = "".join(f"        {line}\\\n" for line in lines[:-1]) + f"        {lines[-1]}\n"
    return f'    static let {name} = ArrowSample(\n        "{name}",\n        """\n{body}        """)\n'


def main():
    two = [small(), small(10)]
    samples = {
        "types": stream([types()]),
        "stream": stream(two),
        "file": file(two),
        "otherFooter": other_footer(two),
        "polarsFile": polars_file(two),
        "zstdStream": stream(two, compression="zstd"),
        "lz4File": file(two, compression="lz4"),
        "legacyStream": stream(two, use_legacy_format=True, metadata_version=ipc.MetadataVersion.V4),
        "noBatches": stream_of_schema(small().schema),
        "newWords": stream([words(["a", "b"]), words(["c", "b"])]),
        "moreWords": stream([words(["a", "b"]), words(["a", "b", "c"])], emit_dictionary_deltas=True),
        "unread": stream([unread()]),
        "brokenText": stream([batch(("id", array([1, 2, 3], pa.int8())), ("text", broken_text()))]),
        "twice": stream([batch(("a", array([1], pa.int8())), ("a", array([2], pa.int8())))]),
        "shared": stream([shared()]),
        "people": stream([people()]),
    }
    head = (
        "// SPDX-License-Identifier: Apache-2.0\n//\n"
        "// Tests/Support/ArrowSamples/samples.py writes this file.\nimport Testing\n\n"
        "/// Inputs that pyarrow and polars wrote.\nenum ArrowSamples {\n"
    )
    tail = (
        "}\n\n/// An input with a name, which tests print.\nstruct ArrowSample: CustomTestStringConvertible, Sendable {\n"
        "    let testDescription: String\n    let bytes: [UInt8]\n\n"
        "    init(_ name: String, _ text: String) {\n"
        "        testDescription = name\n        bytes = Self.bytes(text)\n    }\n\n"
        "    private static func bytes(_ text: String) -> [UInt8] {\n"
        "        let digits = Array(\"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/\".utf8)\n"
        "        var (bytes, bits, count): ([UInt8], UInt32, Int) = ([], 0, 0)\n"
        "        for character in text.utf8 {\n"
        "            guard let digit = digits.firstIndex(of: character) else { continue }\n"
        "            bits = bits << 6 | UInt32(digit)\n"
        "            count += 6\n"
        "            guard count >= 8 else { continue }\n"
        "            count -= 8\n"
        "            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))\n"
        "        }\n"
        "        return bytes\n"
        "    }\n}\n"
    )
    def write(path, names, more=""):
        text = head + "\n".join(swift(name, samples[name]) for name in names) + more + tail
        (ROOT / "Tests" / path).write_text(text)
    write("reading/AssayRecordsTests/Arrow/ArrowSamples.swift", [name for name in samples if name != "people"])
    write("clibrary/AssayLibraryTests/ArrowSamples.swift", ["people"])
    seeds = ROOT / "Tests/Fuzz/Seeds/FuzzArrow"
    seeds.mkdir(exist_ok=True)
    for name in ["stream", "lz4File", "zstdStream", "polarsFile", "moreWords", "unread"]:
        (seeds / f"{name}.arrow").write_bytes(samples[name])
    records = ndjson([people()]).rstrip("\n").split("\n")
    lines = "".join(f"        {line}\n" for line in records)
    write(
        "EndToEndTests/Support/ArrowSamples.swift", ["people", "lz4File", "unread"],
        f'\n    /// The records of `people`.\n    static let peopleLines = """\n{lines}\n        """\n')
    return samples


def other_footer(batches):
    """A file of two batches whose footer lists the first one alone."""
    one, two = file(batches[:1]), file(batches)
    sizes = [int.from_bytes(data[-10:-6], "little") + 10 for data in (one, two)]
    return two[:-sizes[1]] + one[-sizes[0]:]


def polars_file(batches):
    """A file without a schema at its start, and with the dictionaries at its end."""
    sink = io.BytesIO()
    table = pa.Table.from_batches(batches)
    frame = pl.from_arrow(table.drop_columns(["word"])).with_columns(
        word=pl.Series(table["word"].to_pylist(), dtype=pl.Enum(["on", "off"])))
    frame.write_ipc(sink, record_batch_size=3)
    return sink.getvalue()


def stream_of_schema(schema):
    sink = io.BytesIO()
    with ipc.new_stream(sink, schema):
        pass
    return sink.getvalue()


if __name__ == "__main__":
    main()
