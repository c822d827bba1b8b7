import difflib

old = ["one", "two", "three", "four"]
new = ["one", "too", "three", "four", "five"]
with open("old.txt", "w") as f:
    f.write("\n".join(old))
with open("new.txt", "w") as f:
    f.write("\n".join(new))
with open("old.txt") as a, open("new.txt") as b:
    for line in difflib.unified_diff(a.read().splitlines(), b.read().splitlines(), "old.txt", "new.txt", lineterm=""):
        print(line)
print(difflib.get_close_matches("appel", ["ape", "apple", "peach"]))
print(round(difflib.SequenceMatcher(None, "abcd", "bcde").ratio(), 2))
