class Settings:
    debug = False
    retries = 3

def update(obj, **changes):
    for key, value in changes.items():
        if not hasattr(obj, key):
            raise AttributeError(f"no setting {key}")
        setattr(obj, key, value)
    return obj

s = update(Settings(), debug=True, retries=5)
print(s.debug, s.retries, getattr(s, "timeout", 30))
for name in ("debug", "retries"):
    print(name, getattr(s, name))
try:
    update(s, colour="red")
except AttributeError as e:
    print(e)
