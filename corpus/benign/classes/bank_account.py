class InsufficientFunds(Exception):
    """Raised when a withdrawal exceeds the balance."""

    def __init__(self, balance, amount):
        super().__init__(f"cannot take {amount}, only {balance} there")
        self.balance = balance
        self.amount = amount


class Account:
    interest = 0.01

    def __init__(self, owner, balance=0):
        self.owner = owner
        self.__balance = balance
        self.history = []

    @property
    def balance(self):
        return self.__balance

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError("amount must be positive")
        self.__balance += amount
        self.history.append(("deposit", amount))

    def withdraw(self, amount):
        if amount > self.__balance:
            raise InsufficientFunds(self.__balance, amount)
        self.__balance -= amount
        self.history.append(("withdraw", amount))

    def __str__(self):
        return f"{self.owner}: {self.__balance:.2f}"


class Savings(Account):
    interest = 0.03

    def add_interest(self):
        self.deposit(self.balance * self.interest)


acc = Savings("Ann", 100)
acc.deposit(50)
acc.add_interest()
try:
    acc.withdraw(1000)
except InsufficientFunds as e:
    print("denied:", e, e.amount)
print(acc, acc.history, isinstance(acc, Account), Savings.__name__)
