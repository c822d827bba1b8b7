"""A session whose snippets are answers in Markdown."""
for name, text in {"1": "```python\ne = len\n```\n",
                   "2": "> ```python\n> print(e('x'))\n> eval('1')\n> ```\n"}.items():
    with open(name + ".md", "w") as out:
        out.write(text)
