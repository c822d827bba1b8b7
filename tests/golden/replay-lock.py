import threading


class Account:
    def __init__(self, balance):
        self.balance = balance
        self.lock = threading.Lock()

    def withdraw(self, amount):
        with self.lock:
            self.balance -= amount

    def transfer(self, other, amount):
        with self.lock:
            self.withdraw(amount)
            other.balance += amount


Account(100).transfer(Account(0), 30)
