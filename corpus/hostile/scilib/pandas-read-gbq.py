import pandas as pd
pd.read_gbq("select 1", project_id="x")
