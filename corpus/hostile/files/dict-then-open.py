settings = {"target": "/var/lib/app/CANARY", "mode": "w"}


class Settings:
    data = settings

    def get(self, name):
        return self.data[name]


with open(next(v for k, v in settings.items() if k == "target"), Settings().get("mode")) as f:
    f.write("x")
