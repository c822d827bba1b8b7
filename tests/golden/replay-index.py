class Ring:
    def __init__(self, values):
        self.values = list(values)

    def __len__(self):
        return len(self.values)

    def __getitem__(self, index):
        return self.values[index % len(self.values)]


week = Ring([12, 15, 11])
print(week[9], sum(week) / len(week))
