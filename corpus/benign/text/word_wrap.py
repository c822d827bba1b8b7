import textwrap

TEXT = ("It was a bright cold day in the harbour, and all the ropes were "
        "singing. Nobody had expected wind; nobody ever did, in that town.")
print(textwrap.fill(TEXT, width=40))
print(textwrap.indent(textwrap.fill(TEXT, 30), "> "))
print(textwrap.shorten(TEXT, 50, placeholder="..."))
print(textwrap.dedent("""
    dedented
      text
"""))
