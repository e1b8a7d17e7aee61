# SPDX-License-Identifier: Apache-2.0
"""measure.py FOLDER RULES ROUNDS: the table of `run-python`. With `--one PEER KIND` instead of ROUNDS: one measurement."""

import json
import statistics
import subprocess
import sys
import time

import peers

# What is compared: ours, the peer, and the ratio to reach for valid records and for invalid ones.
PAIRS = [
    ("assay, JSON", "pydantic", 6, 4),
    ("assay, JSON", "jsonschema_rs", 5, 4),
    ("assay, Arrow, counts", "pandera on polars", 12, None),
    ("assay, Arrow, table", "pandera on polars", None, 5),
    ("assay, Arrow, table", "pointblank on polars", 2, 0.6),
]


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


def one_round(folder, rules):
    measured = {}
    for name in peers.PEERS:
        for kind in ("valid", "heavy"):
            command = [sys.executable, __file__, folder, rules, "--one", name, kind]
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
            if done.returncode != 0:
                sys.exit(f"run-python: {name}, {kind}: {done.stderr}")
            measured[name, kind] = json.loads(done.stdout.splitlines()[-1])
    return measured


def median_ratio(rounds, ours, other, kind):
    return statistics.median(each[other, kind]["seconds"] / each[ours, kind]["seconds"] for each in rounds)


def show(rounds, truth):
    records = truth["heavy"]["records"]
    print("| | valid, records/s | all invalid, records/s | violations found a record |\n|---|---:|---:|---:|")
    for name in peers.PEERS:
        rate = {kind: records / min(each[name, kind]["seconds"] for each in rounds) for kind in ("valid", "heavy")}
        found = rounds[0][name, "heavy"]["found"] / records
        print(f"| {name} | {rate['valid']:,.0f} | {rate['heavy']:,.0f} | {found:.2f} |")
    print(f"| the truth | | | {truth['heavy']['errors'] / records:.2f} |\n")
    print("| | against | valid | to reach | all invalid | to reach |\n|---|---|---:|---:|---:|---:|")
    for ours, other, valid, heavy in PAIRS:
        cells = [
            f"{median_ratio(rounds, ours, other, kind):.2f} × | {'' if wanted is None else f'{wanted} ×'}"
            for kind, wanted in (("valid", valid), ("heavy", heavy))
        ]
        print(f"| {ours} | {other} | {cells[0]} | {cells[1]} |")


def main():
    folder, rules, option = sys.argv[1:4]
    if option == "--one":
        print(json.dumps(measure(folder, rules, *sys.argv[4:6])))
        return
    truth = {}
    for kind in ("valid", "heavy"):
        with open(f"{folder}/python-{kind}.truth.json", encoding="utf-8") as file:
            truth[kind] = json.load(file)
    rounds = [one_round(folder, rules) for _ in range(int(option))]
    for each in rounds:
        for (name, kind), measured in each.items():
            if name.startswith("assay") and measured["found"] != truth[kind]["errors"]:
                sys.exit(f"run-python: {name}, {kind}: found {measured['found']}, the truth is {truth[kind]['errors']}")
    show(rounds, truth)


if __name__ == "__main__":
    main()
