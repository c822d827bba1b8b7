print(max(["1", "10 ** 2"], key=eval))
