from lxml import html
html.parse("http://x.org/a")
