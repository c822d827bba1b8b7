class Seq:
    def __getitem__(self, i):
        return i

print(sum(Seq()))
