"""Read settings from a text file, with expressions."""

def load_settings(path):
    settings = {}
    with open(path) as f:
        for line in f:
            key, _, value = line.partition("=")
            settings[key.strip()] = eval(value)
    return settings

if __name__ == "__main__":
    with open("settings.txt", "w") as f:
        f.write("size = 3 * 4\n")
    print(load_settings("settings.txt"))
