import math
import random
import statistics as st
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass


@dataclass(frozen=True)
class Params:
    s0: float = 100.0
    k: float = 105.0
    r: float = 0.02
    sigma: float = 0.25
    t: float = 1.0


def simulate(seed, n, p=Params()):
    rng = random.Random(seed)
    payoffs = []
    for _ in range(n):
        z = rng.gauss(0, 1)
        st_ = p.s0 * math.exp((p.r - 0.5 * p.sigma ** 2) * p.t + p.sigma * math.sqrt(p.t) * z)
        payoffs.append(max(st_ - p.k, 0.0))
    return math.exp(-p.r * p.t) * sum(payoffs) / n


def bs(p):
    d1 = (math.log(p.s0 / p.k) + (p.r + p.sigma ** 2 / 2) * p.t) / (p.sigma * math.sqrt(p.t))
    d2 = d1 - p.sigma * math.sqrt(p.t)
    nd = st.NormalDist()
    return p.s0 * nd.cdf(d1) - p.k * math.exp(-p.r * p.t) * nd.cdf(d2)


def main():
    with ProcessPoolExecutor(max_workers=2) as ex:
        futs = {ex.submit(simulate, s, 2000): s for s in range(4)}
        out = {}
        for fut in as_completed(futs):
            try:
                out[futs[fut]] = fut.result(timeout=30)
            except Exception as exc:
                print("seed", futs[fut], "failed:", repr(exc))
    est = st.mean(out.values())
    print(f"MC {est:.1f} vs BS {bs(Params()):.1f}", abs(est - bs(Params())) < 2)


if __name__ == "__main__":
    main()
