print(getattr(print, "__se" + "lf__"))
