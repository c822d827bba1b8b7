class A(str):
    def __lt__(self, o): open(o + "", "w"); return True
sorted([A("x"), A("/srv/CANARY"), A("x")])
