from . import secrets_of_host

print(secrets_of_host.TOKEN)
