import pandas as pd
pd.read_xml("http://127.0.0.1:9/a.xml")
