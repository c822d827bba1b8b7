import pandas as pd

print(pd.io.formats.style.jinja2.Template("{{ 1 + 1 }}").render())
