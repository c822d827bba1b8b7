from pathlib import Path
import pandas as pd

folder = Path("monthly")
folder.mkdir(exist_ok=True)
for m in range(1, 4):
    pd.DataFrame({"day": [1, 2], "sales": [m * 10, m * 20]}).to_csv(folder / f"2024-{m:02d}.csv", index=False)
frames = []
for path in sorted(folder.glob("*.csv")):
    part = pd.read_csv(path)
    part["month"] = path.stem
    frames.append(part)
allmonths = pd.concat(frames, ignore_index=True)
print(allmonths)
print(allmonths.groupby("month", sort=True)["sales"].sum().to_dict())
