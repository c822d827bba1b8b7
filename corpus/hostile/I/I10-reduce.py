class Report:
    def __reduce__(self):
        return (print, ("loaded",))

item = Report()
