# SPDX-License-Identifier: Apache-2.0
"""on_spark.py FOLDER RULES ROUNDS: what assay.spark costs beside the identity through mapInArrow, on one local thread, so that
seconds are those of one core."""

import statistics
import sys
import time

from pyspark.sql import SparkSession

import assay
import assay.spark


def seconds(df):
    start = time.perf_counter()
    df.write.format("noop").mode("overwrite").save()
    return time.perf_counter() - start


def main():
    folder, rules, rounds = sys.argv[1], assay.Rules.load(sys.argv[2]), int(sys.argv[3])
    settings = {"spark.ui.enabled": "false", "spark.driver.bindAddress": "127.0.0.1", "spark.driver.host": "127.0.0.1"}
    builder = SparkSession.builder.master("local[1]")
    for name, value in settings.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    print("| | records/s of one core, identity | violations | summary | violations, × identity | summary, × identity |")
    print("|---|---:|---:|---:|---:|---:|")
    for kind in ("valid", "heavy"):
        df = spark.read.json(f"{folder}/python-{kind}.ndjson").cache()
        records = df.count()
        jobs = {
            "identity": df.mapInArrow(lambda batches: batches, df.schema),
            "violations": assay.spark.violations(df, rules, keys=["username"]),
            "summary": assay.spark.summary(df, rules),
        }
        for job in jobs.values():
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
