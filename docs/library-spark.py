"""Runs the SQL of library.md on Spark: library-spark.py MASTER DIR BUCKETS KEY…

Prints one line of JSON for each question and key, for comparison with other engines. MASTER is Spark's, such as
local-cluster[2,1,1024] for two worker processes on this machine; KEY is 16 hex digits, as `threefold key` prints it.
"""

import json
import pathlib
import re
import sys
import time

from pyspark.sql import SparkSession

master, folder, buckets, *keys = sys.argv[1:]
document = (pathlib.Path(__file__).parent / "library.md").read_text()
questions = dict(re.findall(r"```sql ([\w-]+)\n(.*?)```", document, re.S))

spark = SparkSession.builder.master(master).config("spark.sql.shuffle.partitions", "8").getOrCreate()
spark.sparkContext.setLogLevel("ERROR")
for table in ("games", "positions"):
    spark.read.parquet(f"{folder}/{table}").createOrReplaceTempView(table)


def ask(name, **values):
    text = questions[name]
    for value in sorted(values, key=len, reverse=True):
        text = text.replace(f":{value}", str(values[value]))
    start = time.monotonic()
    rows = [list(row) for row in spark.sql(text).collect()]
    seconds = time.monotonic() - start
    print(json.dumps([name, values.get("key"), rows], default=float), flush=True)
    print(f"{name}: {len(rows)} rows in {seconds:.2f} s", file=sys.stderr)


def signed(key):
    return int(key, 16) - (1 << 64 if key[0] in "89abcdef" else 0)


for key in keys:
    bucket = int(key, 16) * int(buckets) >> 64
    for name in ("games-through", "moves", "move-orders"):
        ask(name, key=signed(key), bucket=bucket)
ask("nearest", keys=", ".join(str(signed(key)) for key in keys))
ask("transpositions")
spark.stop()
