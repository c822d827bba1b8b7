"""Children of one zygote that has loaded wheels: each computes, groups and plots for the first time in its life."""
import concurrent.futures
import os
import pathlib
import sys
import time

from harness import equal, lax

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "warm"))
import pool  # noqa: E402

JOBS = int(os.environ.get("SALLYPORT_WHEELS_JOBS", "12"))
MODULES = "numpy", "pandas", "matplotlib.pyplot", "polars", "pyarrow", "sklearn.linear_model"
# Libraries start threads, take locks and draw random numbers where they are first used, not where they are imported.
FIRST = {
    "numpy": "import numpy as np\na = np.arange(250000.0).reshape(500, 500) % 7 + NUMBER\n"
             "print(int((a @ a.T).trace()) == int((a * a).sum()), np.linalg.matrix_rank(np.eye(50)))\n",
    "pandas": "import pandas as pd\n"
              "print(pd.DataFrame({'k': list('ab') * 500, 'v': range(1000)}).groupby('k').v.sum().add(NUMBER).tolist())\n",
    "polars": "import polars as pl\n"
              "print(pl.DataFrame({'k': list('ab') * 500, 'v': range(1000)}).lazy().group_by('k').agg(pl.col('v').sum()).sort('k').collect()['v'].to_list())\n",
    "pyarrow": "import pyarrow as pa\n"
               "print(pa.table({'k': list('ab') * 500, 'v': list(range(1000))}).group_by('k').aggregate([('v', 'sum')]).sort_by('k')['v_sum'].to_pylist())\n",
    "sklearn.linear_model": "import numpy as np\nfrom sklearn.linear_model import LinearRegression\nx = np.arange(30.0)[:, None]\n"
                            "print(LinearRegression().fit(x, 2 * x[:, 0] + 1).coef_.round(6).tolist())\n",
    "matplotlib.pyplot": "import matplotlib.pyplot as plt\nplt.plot([NUMBER, 2, 1])\nplt.title('NUMBER')\nplt.savefig('p.png')\n"
                         "print(open('p.png', 'rb').read(4))\nplt.show()\n",
}
PRINTED = {"numpy": "True 50\n", "pandas": "[{0}, {1}]\n", "polars": "[249500, 250000]\n", "pyarrow": "[249500, 250000]\n",
           "sklearn.linear_model": "[2.0]\n", "matplotlib.pyplot": "b'\\x89PNG'\n"}


def one(warm, has, number):
    # Others of the suites have the processors, too: it is what comes warm that is tried, not how soon.
    end = time.monotonic() + 120
    while time.monotonic() < end and not any(z["ready"] > 1 and z["modules"] for z in warm.send(b'{"do":"status","bytes":0}\n')["zygotes"]):
        time.sleep(0.02)
    began = time.monotonic()
    doc = warm.run("".join(FIRST[m].replace("NUMBER", str(number)) for m in has))
    assert doc["status"] == "completed" and not doc["violations"], doc
    equal((doc["start"], doc["start_why"]), ("warm", None), number)
    equal("".join(doc["logs"]["stdout"]), "".join(PRINTED[m] for m in has).format(249500 + number, 250000 + number), number)
    if "matplotlib.pyplot" in has:
        equal(([f["path"] for f in doc["files"]], ["png" in r for r in doc["results"]]), (["p.png"], [True]), number)
    return time.monotonic() - began


def children(box, python, absent):
    has = [m for m in MODULES if m.partition(".")[0] not in absent]
    options = [word for m in has for word in ("--preload", m)]
    with pool.Pool(box, "--profile", lax(box), "--python", python, "--time", "60s", "--cpu", "60s", "--memory", "2G", *options) as warm, \
            concurrent.futures.ThreadPoolExecutor(2) as threads:
        took = sorted(threads.map(lambda n: one(warm, has, n), range(JOBS)))
    print(f"# {JOBS} children with {', '.join(has)}: {took[len(took) // 2]:.2f} s in the middle, {took[-1]:.2f} at most", flush=True)
