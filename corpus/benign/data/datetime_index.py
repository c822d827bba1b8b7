import pandas as pd

log = pd.DataFrame({
    "when": ["2024-03-01 10:00", "2024-03-01 23:30", "2024-03-02 01:15", "2024-03-05 09:00"],
    "bytes": [100, 250, 75, 300],
})
log["when"] = pd.to_datetime(log["when"])
log = log.set_index("when")
print(log.resample("D").sum())
log["weekday"] = log.index.day_name()
log["hour"] = log.index.hour
print(log)
print(log.loc["2024-03-01"])
