text = "x"
while len(text) > 0:
    text += text
