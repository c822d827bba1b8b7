def run(text):
    __builtins__["exec"](text)

run("print(open('CANARY').read())")
