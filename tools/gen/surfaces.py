"""Join what `sallyport rules surface --list PACKAGE` printed of several
versions into one table:

    python3 tools/gen/surfaces.py PACKAGE NUMBER OUT.rules DUMP...

A name is listed if some version has it and none leaves it out. Where one
version has a name of its own and another makes it a second name of something
else, it is that. NUMBER is the id of the row about names that no list
has.
"""
import re
import sys

LINE = 160
ROW = re.compile(r"surface (\S+)(?: = (\S+))? \{(.*)\}$")


def read(files, package):
    versions, homes, left, modules = [], {}, set(), set()
    for name in files:
        for line in open(name):
            row = ROW.match(line.strip())
            if line.startswith("# "):
                if line.split()[1] == package:
                    versions.append(line[2:].strip())
            elif line.startswith("#! "):
                _, module, *names = line.split()
                left.update((module, n) for n in names)
            elif row and row[1].split(".")[0] == package:
                modules.add(row[1])
                for word in row[3].split():
                    own, _, there = word.partition("=")
                    home = row[2] and row[2] + "." + (there or own)
                    homes.setdefault((row[1], own), set()).add(home)
    # What is left out may have the name of a module that it hides.
    hidden = {m for m in modules if tuple(m.rpartition(".")[::2]) in left}
    return versions, {k: h for k, h in homes.items() if k[0] not in hidden}, \
        left, modules - hidden


def better(name):
    return name.count("."), name


def settle(homes, left):
    """{(module, name): home or None}"""
    found = {}
    for (module, name), all_homes in homes.items():
        real = sorted((h for h in all_homes if h), key=better)
        full = module + "." + name
        if real and (None not in all_homes or
                     better(real[0]) < better(full)):
            found[module, name] = real[0]
        elif (module, name) not in left:
            found[module, name] = None
    # A home's own home, where versions differ.
    for key, home in found.items():
        seen = set()
        while home and home not in seen:
            seen.add(home)
            there = tuple(home.rpartition(".")[::2])
            if found.get(there) is None:
                break
            home = found[there]
        found[key] = home if home != ".".join(key) else None
    return {k: h for k, h in found.items() if h or k not in left}


def write_list(out, head, words):
    line = "surface  %s {" % head
    first = line
    for word in sorted(words):
        if len(line) + len(word) + 3 > LINE and line != first:
            out.append(line + " }")
            line = first
        line += " " + word
    out.append(line + " }")


def short(version):
    return re.sub(r"^(\d+(?:\.\d+)?).*", r"\1", version)


def main(package, number, target, files):
    versions, homes, left, modules = read(files, package)
    found = settle(homes, left)
    numbers = [v.split()[1] for v in versions]
    made = short(numbers[0])
    if len(numbers) > 1 and short(numbers[-1]) != made:
        made += " to " + short(numbers[-1])
    out = ["sallyport-rules 2",
           "# Names of %s that lead to nothing that runs text, imports, "
           "starts programs," % package,
           "# opens sockets, loads code or hands out addresses. Made by "
           "tools/gen/surfaces.py",
           "# of `sallyport rules surface --list %s`; do not edit." % package]
    out += ["#   " + v for v in versions]
    why = "is not among the names that are known to be harmless, made for " \
        "%s %s" % (package, made)
    hint = "use what its documentation shows first; a person may allow it"
    out += ["", "hold     member   %s.**  %s : %s -> %s" % (
                package, number, why, hint),
            "  bad:   import %s; %s._in_no_list()" % (package, package),
            "  ok:    import %s" % package,
            ""]
    groups = {(m, None): [] for m in modules}
    for (module, name), home in found.items():
        where, _, last = home.rpartition(".") if home else (None, 0, name)
        groups.setdefault((module, where), []).append(
            name if name == last else name + "=" + last)
    for module, where in sorted(groups, key=lambda g: (g[0], g[1] or "")):
        words = groups[module, where]
        if words or not any(g[0] == module and groups[g] for g in groups):
            write_list(out, module + (" = " + where if where else ""), words)
    with open(target, "w") as f:
        f.write("".join(line + "\n" for line in out))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:])
