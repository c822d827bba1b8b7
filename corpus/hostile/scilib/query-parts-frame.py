import pandas as pd

RULES = pd.DataFrame({
    "name": ["big", "late", "closed"],
    "column": ["total", "days", "@pd.io.common"],
    "test": [" >= ", " > ", ".os."],
    "value": ["500", "30", "popen('id').read()"],
})


def condition(name):
    rule = RULES[RULES["name"] == name].iloc[0]
    return f"{rule['column']}{rule['test']}{rule['value']}"


bills = pd.DataFrame({"total": [10, 900], "days": [4, 60]})
for name in RULES["name"]:
    print(name, bills.query(condition(name), engine="python"))
