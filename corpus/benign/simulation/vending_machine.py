class VendingMachine:
    PRICES = {"cola": 150, "chips": 100}

    def __init__(self):
        self.credit = 0
        self.stock = dict.fromkeys(self.PRICES, 2)

    def insert(self, cents):
        if cents not in (10, 20, 50, 100, 200):
            return cents
        self.credit += cents
        return 0

    def buy(self, item):
        price = self.PRICES[item]
        if self.stock[item] == 0:
            return "sold out"
        if self.credit < price:
            return f"insert {price - self.credit} more"
        self.stock[item] -= 1
        self.credit -= price
        return item

    def refund(self):
        coins = []
        for coin in (200, 100, 50, 20, 10):
            n, self.credit = divmod(self.credit, coin)
            coins += [coin] * n
        return coins

m = VendingMachine()
m.insert(200)
print(m.buy("cola"), m.buy("cola"), m.refund(), m.insert(3))
