class Account:
    def __init__(self):
        self.balance = 10

obj = Account()
print(object.__getattribute__(obj, "__dict__"))
