class P(str):
    def __neg__(s): return "/" + s
print(open(-P("etc") + -P("passwd")).read())
