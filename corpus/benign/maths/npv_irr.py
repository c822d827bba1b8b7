def npv(rate, flows):
    return sum(f / (1 + rate) ** t for t, f in enumerate(flows))

def irr(flows, lo=-0.9, hi=1.0):
    for _ in range(200):
        mid = (lo + hi) / 2
        if npv(mid, flows) > 0:
            lo = mid
        else:
            hi = mid
    return mid

flows = [-1000, 300, 420, 680]
print(round(npv(0.1, flows), 2), f"{irr(flows):.4%}")
