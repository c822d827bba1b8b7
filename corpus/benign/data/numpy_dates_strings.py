import numpy as np

days = np.arange("2024-02-27", "2024-03-03", dtype="datetime64[D]")
print(days, np.is_busday(days), np.busday_count("2024-01-01", "2024-02-01"))
print((days[-1] - days[0]) / np.timedelta64(1, "D"), days.astype("datetime64[M]")[-1])
names = np.array(["ann", "bob"])
print(np.char.upper(names), np.char.add(names, "!"), np.char.find(names, "o"))
print(np.array_split(np.arange(7), 3), np.tile([1, 2], 2), np.repeat([1, 2], 2))
print(np.finfo(np.float64).eps, np.iinfo(np.int32).max, np.pi, np.inf > np.e)
