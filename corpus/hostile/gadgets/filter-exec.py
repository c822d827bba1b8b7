jobs = ["print(1)", "print(2)"]
print(list(filter(exec, jobs)))
