try: raise ExceptionGroup("g", [ValueError(x) for x in ("", "etc", "hostname")])
except* ValueError as g: X = [str(e) for e in g.exceptions]
print(open("/".join(X)).read())
