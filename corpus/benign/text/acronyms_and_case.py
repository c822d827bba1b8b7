def camel_to_snake(name):
    out = ""
    for i, c in enumerate(name):
        if c.isupper() and i and not name[i - 1].isupper():
            out += "_"
        out += c.lower()
    return out

snake_to_camel = lambda s: "".join(w.capitalize() for w in s.split("_"))
acronym = lambda s: "".join(w[0].upper() for w in s.replace("-", " ").split())

print(camel_to_snake("HelloBigWorld"), snake_to_camel("hello_big_world"), acronym("portable network graphics"))
print(*map(str.upper, ["a", "b"]), sep=",")
