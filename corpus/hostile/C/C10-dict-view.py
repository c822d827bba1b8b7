class Vault:
    def __init__(self):
        self.secret = 1

obj = Vault()
print(obj.__dict__["secret"])
print(vars(obj))
