template = "print(open({!r}).read())"
work = compile(template.format("CANARY"), "<job>", "exec")
exec(work)
