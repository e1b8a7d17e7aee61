# SPDX-License-Identifier: Apache-2.0
"""on_spark.py FOLDER RULES ROUNDS [KIND...]: what assay.spark costs beside the identity through mapInArrow, on one local thread:
medians of the ratios of times of a clock, and the seconds of the processor that Java and Python take apart. Every job runs 5 times
before, because the JVM goes on compiling for that long; then there are at least 9 rounds of all jobs."""

import os
import pathlib
import statistics
import sys
import time

from pyspark.sql import SparkSession

import assay
import assay.spark


WARMING, MEASURED = 5, 9


def processor_seconds():
    """What Java and Python below this process have used, with processes that they have waited for."""
    parents, used, java = {}, {}, set()
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = stat.read_text().rpartition(")")
            fields = rest.split()
        except OSError:
            continue
        number = int(stat.parent.name)
        parents[number] = int(fields[1])
        used[number] = sum(map(int, fields[11:15]))
        if name.endswith("(java"):
            java.add(number)
    below = {os.getpid()}
    while more := {number for number, parent in parents.items() if parent in below} - below:
        below |= more
    ticks = os.sysconf("SC_CLK_TCK")
    return [sum(used.get(number, 0) for number in some) / ticks for some in (below & java, below - java)]


def seconds(df):
    """Of the clock, of Java and of Python."""
    before, start = processor_seconds(), time.perf_counter()
    df.write.format("noop").mode("overwrite").save()
    took = time.perf_counter() - start
    return [took, *(after - used for after, used in zip(processor_seconds(), before))]


def main():
    folder, rules, rounds = sys.argv[1], assay.Rules.load(sys.argv[2]), max(MEASURED, int(sys.argv[3]))
    kinds = sys.argv[4:] or ["valid", "heavy"]
    settings = {"spark.ui.enabled": "false", "spark.driver.bindAddress": "127.0.0.1", "spark.driver.host": "127.0.0.1"}
    builder = SparkSession.builder.master("local[1]")
    for name, value in settings.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    print("| | | × identity | seconds | of Java | of Python |")
    print("|---|---|---:|---:|---:|---:|")
    for kind in kinds:
        df = spark.read.json(f"{folder}/python-{kind}.ndjson").cache()
        records = df.count()
        jobs = {
            "identity": df.mapInArrow(lambda batches: batches, df.schema),
            "violations": assay.spark.violations(df, rules, keys=["username"]),
            "summary": assay.spark.summary(df, rules),
        }
        for job in [*jobs.values()] * WARMING:
            seconds(job)
        taken = {name: [] for name in jobs}
        for _ in range(rounds):
            for name, job in jobs.items():
                taken[name].append(seconds(job))
        shown = f"{records:,} records, {'valid' if kind == 'valid' else 'all invalid'}"
        for name in jobs:
            ratio = statistics.median(each[0] / identity[0] for each, identity in zip(taken[name], taken["identity"]))
            medians = (f"{statistics.median(column):.2f}" for column in zip(*taken[name]))
            print(f"| {shown} | {name} | {ratio:.2f} | {' | '.join(medians)} |", flush=True)
    spark.stop()


if __name__ == "__main__":
    main()
