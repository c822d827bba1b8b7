"""What an object holds, shown and copied by its own methods."""


class Settings:
    def __init__(self, **values):
        self.theme = "light"
        self.size = 12
        self.__dict__.update(values)

    def changed(self, **values):
        return Settings(**{**self.__dict__, **values})

    def show(self, indent=2):
        for name, value in sorted(vars(self).items()):
            print(" " * indent + f"{name}: {value}")


settings = Settings(size=14)
darker = settings.changed(theme="dark")
settings.show()
darker.show(indent=4)
