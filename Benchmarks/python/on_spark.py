# SPDX-License-Identifier: Apache-2.0
"""on_spark.py FOLDER RULES ROUNDS: what assay.spark costs beside the identity through mapInArrow, on one local thread: the time of
the processor that Spark and its Python take together, which says what a core does on a machine with other work too."""

import os
import pathlib
import statistics
import sys

from pyspark.sql import SparkSession

import assay
import assay.spark


def processor_seconds():
    """What the processes below this one have used, with those that they have waited for."""
    parents, used = {}, {}
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        number = int(stat.parent.name)
        parents[number] = int(fields[1])
        used[number] = sum(map(int, fields[11:15]))
    below = {os.getpid()}
    while more := {number for number, parent in parents.items() if parent in below} - below:
        below |= more
    return sum(used.get(number, 0) for number in below) / os.sysconf("SC_CLK_TCK")


def seconds(df):
    start = processor_seconds()
    df.write.format("noop").mode("overwrite").save()
    return processor_seconds() - start


def main():
    folder, rules, rounds = sys.argv[1], assay.Rules.load(sys.argv[2]), int(sys.argv[3])
    settings = {"spark.ui.enabled": "false", "spark.driver.bindAddress": "127.0.0.1", "spark.driver.host": "127.0.0.1"}
    builder = SparkSession.builder.master("local[1]")
    for name, value in settings.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    print("| | records for a second of a core, identity | violations | summary | violations, × identity | summary, × identity |")
    print("|---|---:|---:|---:|---:|---:|")
    for kind in ("valid", "heavy"):
        df = spark.read.json(f"{folder}/python-{kind}.ndjson").cache()
        records = df.count()
        jobs = {
            "identity": df.mapInArrow(lambda batches: batches, df.schema),
            "violations": assay.spark.violations(df, rules, keys=["username"]),
            "summary": assay.spark.summary(df, rules),
        }
        for job in [*jobs.values()] * 2:
            seconds(job)
        taken = {name: [] for name in jobs}
        for _ in range(rounds):
            for name, job in jobs.items():
                taken[name].append(seconds(job))
        rates = [f"{records / min(taken[name]):,.0f}" for name in jobs]
        ratios = [
            f"{statistics.median(each / identity for each, identity in zip(taken[name], taken['identity'])):.2f}"
            for name in ("violations", "summary")
        ]
        print(f"| {'valid' if kind == 'valid' else 'all invalid'} | {' | '.join(rates + ratios)} |", flush=True)
    spark.stop()


if __name__ == "__main__":
    main()
