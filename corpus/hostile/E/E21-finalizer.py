class Handle:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("closed", self.name)

h = Handle("a")
