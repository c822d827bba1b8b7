class Forever:
    def __iter__(self):
        return self

    def __next__(self):
        return 1

print(list(Forever()))
