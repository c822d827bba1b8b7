print(f"{(lambda: exec('print(1)'))()}")
