class Spec:
    def __init__(self, how):
        self.how = how


def shown(spec):
    return {k: v for k, v in vars(spec).items() if v is not None}


print([shown(s) for s in [Spec("mean"), Spec("sum")]])
