import shlex

for line in ['cp "my file" dest', "echo 'a b' c", "grep -n x\\ y f"]:
    print(shlex.split(line))
print(shlex.quote("it's"), shlex.join(["a b", "c"]))
