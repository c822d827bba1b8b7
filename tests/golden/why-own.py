class Point:
    def __init__(self):
        self.x = 1

    def fields(self):
        return vars(self).items()


def do_it():
    return 1


print(Point().fields(), globals()["do_" + input()]())
