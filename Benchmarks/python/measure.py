# SPDX-License-Identifier: Apache-2.0
"""measure.py FOLDER RULES ROUNDS [COMMIT]: the tables of `run-python`, which are also kept as the result of a commit. With
`--one PEER KIND` instead of ROUNDS: one measurement; with `--calls`: what a call costs, and what a second thread brings."""

import importlib.metadata
import json
import os
import statistics
import subprocess
import sys
import threading
import time

import peers

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import provenance

# What is compared: ours, the peer, and the ratio to reach for valid records and for invalid ones.
PAIRS = [
    ("assay, JSON", "pydantic", 6, 4),
    ("assay, JSON", "jsonschema_rs", 5, 4),
    ("assay, Arrow, counts", "pandera on polars", 12, None),
    ("assay, Arrow, table", "pandera on polars", None, 5),
    ("assay, Arrow, table", "pointblank on polars", 2, 0.6),
]


# Tables of a thread.
TABLES = 10
# The share by which the rounds of one measurement may differ, in the middle of all measurements, before a run is called noisy.
NOISE = 0.1
PACKAGES = ("pydantic", "jsonschema-rs", "pandera", "pointblank", "polars", "pyarrow")


def measure(folder, rules, name, kind):
    """Seconds of the best pass, at least three, of some half a second, and what was found."""
    run = peers.PEERS[name](folder, rules, kind)
    best, passes, begun = float("inf"), 0, time.perf_counter()
    while passes < 3 or time.perf_counter() - begun < 0.5:
        start = time.perf_counter()
        found = run()
        best = min(best, time.perf_counter() - start)
        passes += 1
    return {"seconds": best, "found": found}


def measure_calls(folder, rules):
    """Microseconds of a call of `check` with a valid record, as bytes and as a dict, and the time of tables that one thread
    checks, against that of two threads with half of them each."""
    import assay

    compiled = assay.Rules.load(rules)
    lines = peers.lines(folder, "valid")[:1000]
    found = {"bytes": best_call(compiled.check, lines), "dict": best_call(compiled.check, [json.loads(line) for line in lines])}
    table = peers.table(folder, "valid")

    def check(times):
        for _ in range(times):
            compiled.check_table(table, violations=False)

    def check_by_two():
        both = [threading.Thread(target=check, args=(TABLES,)) for _ in range(2)]
        for thread in both:
            thread.start()
        for thread in both:
            thread.join()

    # A processor changes its pace: both in turn, and long enough for it not to matter when a thread starts.
    found["threads"] = statistics.median(seconds(lambda: check(2 * TABLES)) / seconds(check_by_two) for _ in range(5))
    return found


def seconds(run):
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def best_of(run, passes=7):
    return min(seconds(run) for _ in range(passes))


def best_call(check, records):
    def run():
        for record in records:
            check(record)

    return best_of(run, passes=50) * 1e6 / len(records)


def in_a_process(folder, rules, *what):
    command = [sys.executable, __file__, folder, rules, *what]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"run-python: {' '.join(what)}: {done.stderr}")
    return json.loads(done.stdout.splitlines()[-1])


def one_round(folder, rules):
    kinds = [(name, kind) for name in peers.PEERS for kind in ("valid", "heavy")]
    measured = {one: in_a_process(folder, rules, "--one", *one) for one in kinds}
    return measured, in_a_process(folder, rules, "--calls")


def median_ratio(rounds, ours, other, kind):
    return statistics.median(each[other, kind]["seconds"] / each[ours, kind]["seconds"] for each in rounds)


def summary(rounds, truth):
    """The figures of the first table: by peer the records a second, and how many violations it finds in an invalid record."""
    records = truth["heavy"]["records"]
    rows = {}
    for name in peers.PEERS:
        rates = {kind: records / min(each[name, kind]["seconds"] for each in rounds) for kind in ("valid", "heavy")}
        rows[name] = {**rates, "found": rounds[0][name, "heavy"]["found"] / records}
    return {"records": records, "rounds": len(rounds), "truth": truth["heavy"]["errors"] / records, "rows": rows}


def save(commit, figures, rounds):
    """Keeps a result, except one of a machine with noise."""
    times = [[each[one]["seconds"] for each in rounds] for one in rounds[0]]
    noise = statistics.median(max(each) / min(each) - 1 for each in times)
    if noise > NOISE:
        sys.exit(f"run-python: the result is not saved, because the machine is noisy: rounds differ by {noise:.1%} (median)")
    packages = {name: importlib.metadata.version(name) for name in PACKAGES}
    command = f"Benchmarks/run-python --records {figures['records']} --rounds {figures['rounds']}"
    provenance.save("python", command, commit, {"packages": packages, "noise": noise, **figures})


def show(rounds, figures):
    print("| | valid, records/s | all invalid, records/s | violations found a record |\n|---|---:|---:|---:|")
    for name, row in figures["rows"].items():
        print(f"| {name} | {row['valid']:,.0f} | {row['heavy']:,.0f} | {row['found']:.2f} |")
    print(f"| the truth | | | {figures['truth']:.2f} |\n")
    print("| | against | valid | to reach | all invalid | to reach |\n|---|---|---:|---:|---:|---:|")
    for ours, other, valid, heavy in PAIRS:
        cells = [
            f"{median_ratio(rounds, ours, other, kind):.2f} × | {'' if wanted is None else f'{wanted} ×'}"
            for kind, wanted in (("valid", valid), ("heavy", heavy))
        ]
        print(f"| {ours} | {other} | {cells[0]} | {cells[1]} |")


def show_calls(calls):
    print("\n| | | to reach |\n|---|---:|---:|")
    for name, given in (("bytes", "bytes"), ("dict", "a dict")):
        wanted = "1.2 µs" if name == "bytes" else ""
        print(f"| `check` of a valid record, {given} | {min(each[name] for each in calls):.2f} µs | {wanted} |")
    print(f"| two threads, tables, against one | {statistics.median(each['threads'] for each in calls):.2f} × | 1.7 × |")


def main():
    folder, rules, option = sys.argv[1:4]
    if option == "--one":
        print(json.dumps(measure(folder, rules, *sys.argv[4:6])))
        return
    if option == "--calls":
        print(json.dumps(measure_calls(folder, rules)))
        return
    truth = {}
    for kind in ("valid", "heavy"):
        with open(f"{folder}/python-{kind}.truth.json", encoding="utf-8") as file:
            truth[kind] = json.load(file)
    both = [one_round(folder, rules) for _ in range(int(option))]
    rounds = [measured for measured, _ in both]
    for each in rounds:
        for (name, kind), measured in each.items():
            if name.startswith("assay") and measured["found"] != truth[kind]["errors"]:
                sys.exit(f"run-python: {name}, {kind}: found {measured['found']}, the truth is {truth[kind]['errors']}")
    figures = summary(rounds, truth)
    show(rounds, figures)
    show_calls([calls for _, calls in both])
    if len(sys.argv) > 4:
        save(sys.argv[4], figures, rounds)


if __name__ == "__main__":
    main()
