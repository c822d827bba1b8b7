import contextvars

user = contextvars.ContextVar("user", default="nobody")

def whoami():
    return user.get()

token = user.set("ann")
print(whoami())
user.reset(token)
print(whoami(), contextvars.copy_context().run(whoami))
