def run(text, f=exec):
    f(text)

run("print(open('CANARY').read())")
