import json
import seaborn as sns

with open("theme.json") as f:
    theme = json.load(f)
sns.set_theme(style="white", rc=theme["rc"])
