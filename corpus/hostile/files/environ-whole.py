from os import environ as settings

for name in settings:
    print(name, settings[name])
