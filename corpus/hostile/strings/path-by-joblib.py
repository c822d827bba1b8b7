from joblib import Parallel, delayed
print(open("".join(Parallel(n_jobs=1)(delayed(str.lower)(x) for x in ["/ETC", "/PASSWD"]))).read())
