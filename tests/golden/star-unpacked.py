*a, b = 1, "b.csv"
open(b)
*c, (d, e), f = ["c.csv", ("d.csv", "e.csv"), "f.csv"]
open(c[0])
open(d)
open(e)
open(f)
for g, *h, i in [("g", "h.csv", "i.csv")]:
    open(h[0])
    open(i)
[j, *k] = "j", "k.csv"
k.append("/srv/k.csv")
open(k[-1], "w")
