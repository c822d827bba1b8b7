import yaml

with open("config.yml") as f:
    print(yaml.load(f, Loader=yaml.Loader))
