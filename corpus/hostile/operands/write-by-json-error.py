import json
try: json.loads("/srv/CANARY")
except json.JSONDecodeError as e: open(e.doc, "w")
