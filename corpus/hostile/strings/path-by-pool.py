from multiprocessing.dummy import Pool
def w(x):
    return x[::-1]
with Pool(2) as p:
    print(open("/".join(p.map(w, ["", "cte", "emantsoh"]))).read())
