import json
setattr(json, "loads", lambda s: 1)
