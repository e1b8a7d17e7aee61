# SPDX-License-Identifier: Apache-2.0
"""One session for all tests. ASSAY_SPARK_MASTER: `local[2,3]`, or two executors with programs of their own."""

import os
import sys

# Executors find the package only if it is sent to them: no variable of the environment names this folder.
if "ASSAY_SPARK_TARGET" in os.environ:
    sys.path.insert(0, os.environ.pop("ASSAY_SPARK_TARGET"))
os.environ["PYSPARK_PYTHON"] = sys.executable
os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"

import pytest
from pyspark.sql import SparkSession

MASTER = os.environ.get("ASSAY_SPARK_MASTER", "local[2,3]")
HOST = "127.0.0.1"


@pytest.fixture(scope="session")
def spark():
    settings = {
        "spark.driver.bindAddress": HOST,
        "spark.driver.host": HOST,
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "2",
        "spark.default.parallelism": "2",
        "spark.executor.memory": "512m",
    }
    builder = SparkSession.builder.master(MASTER)
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()
