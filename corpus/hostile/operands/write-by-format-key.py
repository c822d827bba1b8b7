class F(dict):
    def __missing__(self, k): open(k, "w"); return ""
"%(/srv/CANARY)s" % F()
