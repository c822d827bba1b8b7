import configparser

config = configparser.ConfigParser()
config["server"] = {"port": "8080", "debug": "yes"}
config["paths"] = {"data": "data/"}
with open("app.ini", "w") as f:
    config.write(f)
again = configparser.ConfigParser()
again.read("app.ini")
print(again.sections(), again.getint("server", "port"), again.getboolean("server", "debug"), again.get("paths", "logs", fallback="logs/"))
