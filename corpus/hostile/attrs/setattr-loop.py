class Config:
    pass

options = {"__class__": dict}
c = Config()
for key, value in options.items():
    setattr(c, key, value)
