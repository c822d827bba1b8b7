import pandas as pd
s = pd.DataFrame({"a": [1]}).style
s.from_custom_template("/etc", "passwd")
