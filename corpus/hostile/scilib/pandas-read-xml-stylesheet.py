import pandas as pd
pd.read_xml("data.xml", stylesheet="http://127.0.0.1:9/s.xsl")
